package dev.medley.recipes;

import dev.medley.exchange.ExchangeBuilder;
import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.servlet.MashupServlet;
import dev.medley.servlet.annotation.MashupMethods;
import dev.medley.servlet.annotation.MashupPath;
import jakarta.servlet.annotation.WebServlet;
import java.util.concurrent.CompletionStage;

@SuppressWarnings("serial")
@WebServlet({"/basket", "/basket/*"})
@MashupPath({"/basket", "/basket/{id}"})
@MashupMethods({"POST", "PATCH", "DELETE"})
class BasketServlet extends MashupServlet {

    // recipe m begin
    record Order(String item, int count) {}

    @Override
    protected CompletionStage<Reply> compose(Mashup mashup) {
        var orders = mashup.exchange("orders");
        return switch (mashup.inbound().method()) {
            case "POST" ->
                mashup.body(Order.class)
                        .thenCompose(
                                order -> sent(orders.request("POST", "/orders").jsonBody(order)));
            case "PATCH" ->
                mashup.requestBody()
                        .thenCompose(change -> sent(
                                orders.patch("/orders/{id}", mashup.path("id")).body(change)));
            default -> sent(orders.delete("/orders/{id}", mashup.path("id")));
        };
    }

    private static CompletionStage<Reply> sent(ExchangeBuilder exchange) {
        return exchange.accept(404, 409).start().response().thenApply(Reply::of);
    }
    // recipe m end
}
