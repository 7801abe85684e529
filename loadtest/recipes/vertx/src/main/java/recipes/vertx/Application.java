package recipes.vertx;

import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.handler.BodyHandler;

// recipe shared begin
public class Application extends VerticleBase {

    private final JsonObject config;

    Application(JsonObject config) {
        this.config = config;
    }

    @Override
    public Future<?> start() {
        Partners partners = new Partners(vertx, config);
        Router router = Router.router(vertx);
        // recipe shared end
        // recipe g begin
        router.route().handler(new RequestIds());
        // recipe g end
        // recipe shared begin
        router.route().failureHandler(new Problems());
        router.get("/order").respond(new OrderMashup(partners)::order);
        router.post("/orders").handler(BodyHandler.create(false)).handler(new NewOrderMashup(partners)::create);
        router.get("/users").respond(new UsersMashup(partners)::users);
        router.get("/product").respond(new ProductMashup(partners)::product);
        return vertx.createHttpServer().requestHandler(router).listen(config.getInteger("port"));
    }

    public static void main(String[] arguments) {
        JsonObject config = new JsonObject(arguments[0]);
        Vertx.vertx().deployVerticle(new Application(config)).await();
    }
}
// recipe shared end
