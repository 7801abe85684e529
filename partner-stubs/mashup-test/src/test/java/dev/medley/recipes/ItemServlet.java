package dev.medley.recipes;

import dev.medley.exchange.Exchange;
import dev.medley.format.Format;
import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.servlet.MashupServlet;
import jakarta.servlet.annotation.WebServlet;
import java.util.Map;
import java.util.concurrent.CompletionStage;

@WebServlet("/item")
@SuppressWarnings("serial")
public class ItemServlet extends MashupServlet {

    // recipe s begin
    record Item(Product product) {}

    record Product(String name, double price) {}

    @Override
    protected CompletionStage<Reply> compose(Mashup mashup) {
        Exchange query = mashup.exchange("shop")
                .post("/graphql")
                .graphQlBody(
                        "query($id: ID!) { product(id: $id) { name price } }", Map.of("id", mashup.parameter("id")))
                .expect(Format.GRAPHQL)
                .start();
        return mashup.read(query, Format.GRAPHQL)
                .thenApply(data -> Reply.json(data.as(Item.class).product()));
    }
    // recipe s end
}
