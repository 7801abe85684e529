package dev.medley.server;

import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.servlet.MashupServlet;
import dev.medley.servlet.annotation.MashupPartners;
import jakarta.servlet.annotation.WebServlet;
import java.util.concurrent.CompletionStage;

/** Asks one partner, and once that has answered another one. */
@WebServlet("/two")
@MashupPartners({"first", "second"})
public class TwoStepServlet extends MashupServlet {

    private static final long serialVersionUID = 1L;

    @Override
    protected CompletionStage<Reply> compose(Mashup mashup) {
        return mashup.exchange("first")
                .get("/who")
                .start()
                .response()
                .thenCompose(first -> mashup.exchange("second")
                        .get("/who")
                        .start()
                        .response()
                        .thenApply(second -> Reply.text(first.text() + " " + second.text())));
    }
}
