package dev.medley.loadtest.soak;

import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.servlet.MashupServlet;
import dev.medley.servlet.annotation.MashupMethods;
import jakarta.servlet.annotation.WebServlet;
import java.util.concurrent.CompletionStage;

/** {@code POST /upload?token=T&to=PARTNER}: streams the body to a partner, and replies with its document. */
@WebServlet("/upload")
@MashupMethods("POST")
public final class UploadMashup extends MashupServlet {

    private static final long serialVersionUID = 1L;

    /** Creates the mashup. */
    public UploadMashup() {}

    @Override
    protected CompletionStage<Reply> compose(Mashup mashup) {
        String token = mashup.parameter("token");
        return mashup.merge()
                .put("token", token)
                .put(
                        "file",
                        mashup.exchange(mashup.parameter("to"))
                                .post("/echo/{token}", token)
                                .body(mashup.streamedBody())
                                .expectJson()
                                .start())
                .reply();
    }
}
