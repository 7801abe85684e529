package recipes.vertx;

import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.RoutingContext;
import java.util.List;

// recipe a begin
class OrderMashup {

    private final Partners partners;

    OrderMashup(Partners partners) {
        this.partners = partners;
    }

    Future<JsonObject> order(RoutingContext context) {
        long id = Long.parseLong(context.request().getParam("id"));
        Future<Object> recommended = partners.get("recommendations", "/recommendations?for=" + id);
        JsonObject document = new JsonObject();
        return partners.get("orders", "/orders/" + id)
                .compose(o -> {
                    JsonObject order = (JsonObject) o;
                    document.put("order", order).put("total", total(order));
                    return partners.get("customers", "/customers/" + order.getLong("customer"));
                })
                .compose(customer -> {
                    document.put("customer", customer);
                    return Partners.putOptional(document, "recommendations", recommended, List.of());
                });
    }

    private static double total(JsonObject order) {
        return order.getJsonArray("items").stream()
                .map(JsonObject.class::cast)
                .mapToDouble(item -> item.getInteger("quantity") * item.getDouble("price"))
                .sum();
    }
}
// recipe a end
