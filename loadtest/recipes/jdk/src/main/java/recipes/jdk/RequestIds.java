package recipes.jdk;

import ch.qos.logback.classic.pattern.ClassicConverter;
import ch.qos.logback.classic.spi.ILoggingEvent;
import com.sun.net.httpserver.Filter;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.util.UUID;

/** Virtual threads that a request's thread starts inherit the id; the MDC of Logback would not be inherited. */
// recipe g begin
public class RequestIds extends Filter {

    static final String FIELD = "X-Request-Id";
    static final InheritableThreadLocal<String> ID = new InheritableThreadLocal<>();

    @Override
    public String description() {
        return "request id";
    }

    @Override
    public void doFilter(HttpExchange exchange, Chain chain) throws IOException {
        String sent = exchange.getRequestHeaders().getFirst(FIELD);
        ID.set(sent == null ? UUID.randomUUID().toString() : sent);
        exchange.getResponseHeaders().set(FIELD, ID.get());
        try {
            chain.doFilter(exchange);
        } finally {
            ID.remove();
        }
    }

    public static class Converter extends ClassicConverter {

        @Override
        public String convert(ILoggingEvent event) {
            return ID.get() == null ? "" : ID.get();
        }
    }
}
// recipe g end
