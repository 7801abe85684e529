package dev.medley.loadtest.soak;

import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.servlet.MashupServlet;
import jakarta.servlet.annotation.WebServlet;
import java.util.concurrent.CompletionStage;

/** {@code /merge?token=T}: the documents of two partners. */
@WebServlet("/merge")
public final class MergeMashup extends MashupServlet {

    private static final long serialVersionUID = 1L;

    /** Creates the mashup. */
    public MergeMashup() {}

    @Override
    protected CompletionStage<Reply> compose(Mashup mashup) {
        String token = mashup.parameter("token");
        return mashup.merge()
                .put("token", token)
                .put("order", mashup.get(SoakPartner.ORDERS, "/echo/{token}", token))
                .put("user", mashup.get(SoakPartner.USERS, "/echo/{token}", token))
                .reply();
    }
}
