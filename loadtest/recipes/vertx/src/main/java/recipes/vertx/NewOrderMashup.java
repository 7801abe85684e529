package recipes.vertx;

import io.vertx.core.Expectation;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpResponseExpectation;
import io.vertx.core.http.HttpResponseHead;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.client.HttpRequest;
import io.vertx.ext.web.client.HttpResponse;
import java.util.List;

// recipe b begin
class NewOrderMashup {

    private static final Expectation<HttpResponseHead> PASSED = HttpResponseExpectation.status(201)
            .or(HttpResponseExpectation.status(404))
            .or(HttpResponseExpectation.status(409));

    private final Partners partners;

    NewOrderMashup(Partners partners) {
        this.partners = partners;
    }

    void create(RoutingContext context) {
        HttpRequest<Buffer> request = partners.request("orders", HttpMethod.POST, "/orders");
        for (String field : List.of("Content-Type", "Authorization")) {
            if (context.request().headers().contains(field)) {
                request.putHeader(field, context.request().getHeader(field));
            }
        }
        partners.send("orders", request.sendBuffer(context.body().buffer()).expecting(PASSED))
                .onSuccess(response -> pass(response, context.response()))
                .onFailure(context::fail);
    }

    private static void pass(HttpResponse<Buffer> response, HttpServerResponse reply) {
        reply.setStatusCode(response.statusCode());
        for (String field : List.of("Content-Type", "Location")) {
            if (response.headers().contains(field)) {
                reply.putHeader(field, response.getHeader(field));
            }
        }
        reply.end(response.body() == null ? Buffer.buffer() : response.body());
    }
}
// recipe b end
