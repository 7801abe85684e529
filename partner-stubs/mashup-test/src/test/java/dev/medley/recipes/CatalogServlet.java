package dev.medley.recipes;

import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.servlet.MashupServlet;
import jakarta.servlet.annotation.WebServlet;
import java.util.concurrent.CompletionStage;

@SuppressWarnings("serial")
@WebServlet("/catalog")
class CatalogServlet extends MashupServlet {

    @Override
    protected CompletionStage<Reply> compose(Mashup mashup) {
        // recipe p begin
        var first = mashup.exchange("orders").get("/catalog").expectJson();
        return mashup.pages(first, 20, page -> mashup.follow(page, page.head().link("next")))
                .thenApply(pages -> Reply.json(pages.stream()
                        .map(page -> page.json().tree().get("items"))
                        .toList()));
        // recipe p end
    }
}
