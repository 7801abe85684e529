package recipes.jdk;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import recipes.jdk.Mashup.Reply;
import recipes.jdk.Mashup.Request;
import tools.jackson.databind.JsonNode;

// recipe a begin
record OrderMashup(Partners partners) {

    record Item(int quantity, BigDecimal price) {}

    record Order(long id, long customer, List<Item> items) {

        BigDecimal total() {
            return items.stream()
                    .map(i -> i.price().multiply(BigDecimal.valueOf(i.quantity())))
                    .reduce(BigDecimal.ZERO, BigDecimal::add);
        }
    }

    Reply order(Request request) throws InterruptedException {
        long id = Long.parseLong(request.parameter("id"));
        Future<JsonNode> recommended = partners.start("recommendations", "/recommendations?for=" + id);
        Order order = partners.get("orders", "/orders/" + id, Order.class);
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("order", order);
        document.put("customer", partners.get("customers", "/customers/" + order.customer()));
        document.put("total", order.total());
        Partners.putOptional(document, "recommendations", recommended, List.of());
        return Reply.json(document);
    }
}
// recipe a end
