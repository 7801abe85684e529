package dev.medley.loadtest.soak;

import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.servlet.MashupServlet;
import jakarta.servlet.annotation.WebServlet;
import java.util.concurrent.CompletionStage;

/** {@code /partial?token=T}: a document, and those of the partners that misbehave, as far as they arrive. */
@WebServlet("/partial")
public final class PartialMashup extends MashupServlet {

    private static final long serialVersionUID = 1L;

    /** Creates the mashup. */
    public PartialMashup() {}

    @Override
    protected CompletionStage<Reply> compose(Mashup mashup) {
        String token = mashup.parameter("token");
        return mashup.merge()
                .put("token", token)
                .put("user", mashup.get(SoakPartner.USERS, "/echo/{token}", token))
                .putOptional("raw", mashup.get(SoakPartner.RAW, "/raw/{token}", token))
                .putOptional("rawHttp2", mashup.get(SoakPartner.RAW_HTTP2, "/raw/{token}", token))
                .reply();
    }
}
