package dev.medley.war;

import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.servlet.MashupServlet;
import dev.medley.servlet.annotation.MashupPartners;
import jakarta.servlet.annotation.WebServlet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A user's mashup that names a partner that is not configured. */
@WebServlet("/needy")
@MashupPartners({"weather", "wether"})
public class NeedyServlet extends MashupServlet {

    private static final long serialVersionUID = 1L;

    @Override
    protected CompletionStage<Reply> compose(Mashup mashup) {
        return CompletableFuture.completedStage(Reply.text("never"));
    }
}
