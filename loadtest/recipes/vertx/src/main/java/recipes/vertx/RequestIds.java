package recipes.vertx;

import ch.qos.logback.classic.pattern.ClassicConverter;
import ch.qos.logback.classic.spi.ILoggingEvent;
import io.vertx.core.Context;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.internal.VertxBootstrap;
import io.vertx.core.spi.VertxServiceProvider;
import io.vertx.core.spi.context.storage.ContextLocal;
import io.vertx.ext.web.RoutingContext;
import java.util.UUID;

// recipe g begin
public class RequestIds implements Handler<RoutingContext>, VertxServiceProvider {

    static final String FIELD = "X-Request-Id";

    private static final ContextLocal<String> ID = ContextLocal.registerLocal(String.class);

    /** Found by the ServiceLoader before the first context is made, because a local has to be registered by then. */
    @Override
    public void init(VertxBootstrap builder) {}

    @Override
    public void handle(RoutingContext context) {
        String sent = context.request().getHeader(FIELD);
        String id = sent == null ? UUID.randomUUID().toString() : sent;
        Vertx.currentContext().putLocal(ID, id);
        context.response().putHeader(FIELD, id);
        context.next();
    }

    static String current() {
        Context context = Vertx.currentContext();
        return context == null ? "" : context.getLocal(ID, () -> "");
    }

    public static class Converter extends ClassicConverter {

        @Override
        public String convert(ILoggingEvent event) {
            return current();
        }
    }
}
// recipe g end
