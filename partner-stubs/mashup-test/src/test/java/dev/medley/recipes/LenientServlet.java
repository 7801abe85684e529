package dev.medley.recipes;

import dev.medley.exchange.ExchangeException;
import dev.medley.json.Json;
import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.servlet.MashupServlet;
import jakarta.servlet.annotation.WebServlet;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

@SuppressWarnings("serial")
@WebServlet("/lenient")
class LenientServlet extends MashupServlet {

    @Override
    protected CompletionStage<Reply> compose(Mashup mashup) {
        // recipe n begin
        var offers = mashup.get("offers", "/offers").json().exceptionally(failure -> {
            ExchangeException failed = ExchangeException.of(failure);
            if (failed != null && failed.status() == 429) {
                return Json.of(List.of());
            }
            throw new CompletionException(failure);
        });
        // recipe n end
        return mashup.merge().put("offers", offers).reply();
    }
}
