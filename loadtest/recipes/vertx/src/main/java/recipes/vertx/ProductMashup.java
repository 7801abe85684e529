package recipes.vertx;

import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.RoutingContext;
import java.util.List;

class ProductMashup {

    private final Partners partners;

    ProductMashup(Partners partners) {
        this.partners = partners;
    }

    Future<JsonObject> product(RoutingContext context) {
        long id = Long.parseLong(context.request().getParam("id"));
        // recipe e begin
        context.response().putHeader("Cache-Control", "max-age=60");
        // recipe e end
        // recipe d begin
        Future<Object> recommended = partners.get("recommendations", "/recommendations?for=" + id, 200);
        // recipe d end
        return partners.get("products", "/products/" + id).compose(product -> {
            JsonObject document = new JsonObject().put("product", product);
            // recipe d begin
            return Partners.putOptional(document, "recommendations", recommended, List.of());
            // recipe d end
        });
    }
}
