package dev.medley.recipes;

import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.servlet.MashupServlet;
import jakarta.servlet.annotation.WebServlet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import tools.jackson.core.type.TypeReference;

@SuppressWarnings("serial")
@WebServlet("/items")
class ItemsServlet extends MashupServlet {

    // recipe q begin
    record Item(String id, String name) {}

    @Override
    protected CompletionStage<Reply> compose(Mashup mashup) {
        return mashup.batch(mashup.parameters("id"), 50, 4, ids -> items(mashup, ids))
                .thenApply(Reply::json);
    }

    private static CompletionStage<Map<String, Item>> items(Mashup mashup, List<String> ids) {
        return mashup.get("orders", "/items?ids={ids}", String.join(",", ids))
                .json(new TypeReference<List<Item>>() {})
                .thenApply(items -> items.stream().collect(Collectors.toMap(Item::id, item -> item)));
    }
    // recipe q end
}
