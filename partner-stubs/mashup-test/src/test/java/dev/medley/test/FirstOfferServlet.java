package dev.medley.test;

import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.servlet.MashupServlet;
import jakarta.servlet.annotation.WebServlet;
import java.util.concurrent.CompletionStage;

/** {@code /offer}: the offer of the partner that is the first to answer. */
@WebServlet("/offer")
final class FirstOfferServlet extends MashupServlet {

    private static final long serialVersionUID = 1L;

    @Override
    protected CompletionStage<Reply> compose(Mashup mashup) {
        return mashup.race(
                        () -> mashup.get("near", "/offer").json(),
                        () -> mashup.get("far", "/offer").json())
                .thenApply(Reply::json);
    }
}
