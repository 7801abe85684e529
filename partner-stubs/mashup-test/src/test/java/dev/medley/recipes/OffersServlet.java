package dev.medley.recipes;

import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.servlet.MashupServlet;
import jakarta.servlet.annotation.WebServlet;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;

@SuppressWarnings("serial")
@WebServlet("/offers")
class OffersServlet extends MashupServlet {

    @Override
    protected CompletionStage<Reply> compose(Mashup mashup) {
        // recipe d begin
        var offers = mashup.get("offers", Duration.ofMillis(200), "/offers");
        var reply = mashup.merge().putOptional("offers", offers, List.of()).reply();
        // recipe d end
        // recipe e begin
        return reply.thenApply(made -> made.header("Cache-Control", "max-age=60"));
        // recipe e end
    }
}
