package recipes.vertx;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.client.WebClient;
import io.vertx.junit5.VertxExtension;
import io.vertx.junit5.VertxTestContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

// recipe f begin
@ExtendWith(VertxExtension.class)
class OrderMashupTest {

    @Test
    void a_failed_recommendation_is_missing(Vertx vertx, VertxTestContext test) {
        Router partner = Router.router(vertx);
        partner.get("/orders/7").respond(c -> Future.succeededFuture(new JsonObject("{\"customer\":3,\"items\":[]}")));
        partner.get("/customers/3").respond(c -> Future.succeededFuture(new JsonObject("{\"name\":\"Ada\"}")));
        partner.get("/recommendations")
                .handler(c -> c.response().setStatusCode(503).end());
        vertx.createHttpServer()
                .requestHandler(partner)
                .listen(0)
                .compose(stub -> {
                    String url = "http://localhost:" + stub.actualPort();
                    JsonObject config = new JsonObject().put("port", 18199);
                    config.put("orders", url).put("customers", url).put("recommendations", url);
                    return vertx.deployVerticle(new Application(config));
                })
                .compose(id -> WebClient.create(vertx)
                        .getAbs("http://localhost:18199/order?id=7")
                        .send())
                .onComplete(test.succeeding(reply -> test.verify(() -> {
                    assertEquals(200, reply.statusCode());
                    JsonObject missing = reply.bodyAsJsonObject().getJsonObject("missing");
                    assertEquals("unexpected status", missing.getString("recommendations"));
                    test.completeNow();
                })));
    }
}
// recipe f end
