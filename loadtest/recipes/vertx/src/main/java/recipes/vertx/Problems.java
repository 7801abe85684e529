package recipes.vertx;

import io.netty.handler.codec.http.HttpResponseStatus;
import io.vertx.core.Handler;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.RoutingContext;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import recipes.vertx.Partners.PartnerException;

/** Failures as problem documents. */
// recipe shared begin
class Problems implements Handler<RoutingContext> {

    private static final Logger LOG = LoggerFactory.getLogger(Problems.class);

    @Override
    public void handle(RoutingContext context) {
        Throwable failure = context.failure();
        int status = context.statusCode();
        String detail = null;
        if (failure instanceof PartnerException x) {
            status = x.getCause() instanceof TimeoutException ? 504 : 502;
            detail = x.getMessage();
            LOG.warn("{}", detail);
        } else if (failure instanceof IllegalArgumentException x) {
            status = 400;
            detail = x.getMessage();
        } else if (failure != null) {
            LOG.error(
                    "{} {} failed",
                    context.request().method(),
                    context.request().path(),
                    failure);
        }
        JsonObject problem = new JsonObject()
                .put("title", HttpResponseStatus.valueOf(status).reasonPhrase())
                .put("status", status)
                .put("detail", detail);
        context.response()
                .setStatusCode(status)
                .putHeader("Content-Type", "application/problem+json")
                .end(problem.toBuffer());
    }
}
// recipe shared end
