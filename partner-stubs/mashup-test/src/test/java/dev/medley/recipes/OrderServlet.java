package dev.medley.recipes;

import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.servlet.MashupServlet;
import dev.medley.servlet.annotation.MashupPath;
import jakarta.servlet.annotation.WebServlet;
import java.math.BigDecimal;
import java.util.List;
import java.util.concurrent.CompletionStage;

@SuppressWarnings("serial")
// recipe a begin
@WebServlet("/order/*")
@MashupPath("/order/{id}")
public class OrderServlet extends MashupServlet {

    record Item(String name, BigDecimal price, int quantity) {}

    record Order(String id, String customer, List<Item> items) {}

    @Override
    protected CompletionStage<Reply> compose(Mashup mashup) {
        var orders = mashup.get("orders", "/orders/{id}", mashup.path("id"));
        return orders.json(Order.class)
                .thenCompose(order -> mashup.merge()
                        .put("order", orders)
                        .put("total", total(order.items()))
                        .put("customer", mashup.get("customers", "/customers/{id}", order.customer()))
                        .putOptional(
                                "offers", mashup.get("offers", "/offers?customer={id}", order.customer()), List.of())
                        .reply());
    }

    private static BigDecimal total(List<Item> items) {
        var prices = items.stream().map(item -> item.price().multiply(BigDecimal.valueOf(item.quantity())));
        return prices.reduce(BigDecimal.ZERO, BigDecimal::add);
    }
}
// recipe a end
