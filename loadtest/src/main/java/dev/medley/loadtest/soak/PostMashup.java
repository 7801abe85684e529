package dev.medley.loadtest.soak;

import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.servlet.MashupServlet;
import dev.medley.servlet.annotation.MashupMethods;
import jakarta.servlet.annotation.WebServlet;
import java.util.concurrent.CompletionStage;

/** {@code POST /post?token=T}: passes the body, held whole, to a partner, which is not asked twice. */
@WebServlet("/post")
@MashupMethods("POST")
public final class PostMashup extends MashupServlet {

    private static final long serialVersionUID = 1L;

    /** Creates the mashup. */
    public PostMashup() {}

    @Override
    protected CompletionStage<Reply> compose(Mashup mashup) {
        String token = mashup.parameter("token");
        return mashup.requestBody()
                .thenCompose(body -> mashup.merge()
                        .put("token", token)
                        .put(
                                "order",
                                mashup.exchange(SoakPartner.ORDERS)
                                        .post("/echo/{token}", token)
                                        .body(body)
                                        .expectJson()
                                        .start())
                        .reply());
    }
}
