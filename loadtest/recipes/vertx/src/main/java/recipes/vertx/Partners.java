package recipes.vertx;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxException;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpResponseExpectation;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.client.HttpRequest;
import io.vertx.ext.web.client.HttpResponse;
import io.vertx.ext.web.client.WebClient;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The partners by name: time-out of the whole exchange, and the reason of a failure. */
// recipe shared begin
class Partners {

    private static final Logger LOG = LoggerFactory.getLogger(Partners.class);
    private static final long TIMEOUT_MILLIS = 5000;

    private final WebClient client;
    private final JsonObject urls;

    Partners(Vertx vertx, JsonObject urls) {
        this.client = WebClient.create(vertx);
        this.urls = urls;
    }

    Future<Object> get(String partner, String path) {
        return get(partner, path, TIMEOUT_MILLIS);
    }

    Future<Object> get(String partner, String path, long timeoutMillis) {
        return send(
                partner,
                timeoutMillis,
                request(partner, HttpMethod.GET, path)
                        .send()
                        .expecting(HttpResponseExpectation.SC_SUCCESS)
                        .map(response -> response.body().toJsonValue()));
    }

    Future<HttpResponse<Buffer>> send(String partner, Future<HttpResponse<Buffer>> response) {
        return send(partner, TIMEOUT_MILLIS, response);
    }

    HttpRequest<Buffer> request(String partner, HttpMethod method, String path) {
        HttpRequest<Buffer> request = client.requestAbs(method, urls.getString(partner) + path);
        // recipe shared end
        // recipe g begin
        request.putHeader(RequestIds.FIELD, RequestIds.current());
        // recipe g end
        // recipe shared begin
        return request.timeout(TIMEOUT_MILLIS);
    }

    private static <T> Future<T> send(String partner, long timeoutMillis, Future<T> exchange) {
        return exchange.timeout(timeoutMillis, TimeUnit.MILLISECONDS)
                .recover(x -> Future.failedFuture(new PartnerException(partner, x)));
    }

    /** Adds the part to the document; where it failed, the fallback, and the reason below "missing". */
    static Future<JsonObject> putOptional(JsonObject document, String name, Future<?> part, Object fallback) {
        return part.map(value -> document.put(name, value)).otherwise(x -> {
            String reason = PartnerException.reason(x);
            LOG.warn("partner {} is missing: {}", name, reason);
            JsonObject missing = document.getJsonObject("missing", new JsonObject());
            return document.put(name, fallback).put("missing", missing.put(name, reason));
        });
    }

    static class PartnerException extends RuntimeException {

        PartnerException(String partner, Throwable cause) {
            super("partner " + partner + ": " + reason(cause), cause);
        }

        static String reason(Throwable cause) {
            return switch (cause) {
                case PartnerException x -> reason(x.getCause());
                case TimeoutException x -> "timeout";
                case DecodeException x -> "unexpected shape";
                case VertxException x when x.getMessage().startsWith("Response status code") -> "unexpected status";
                default -> "connection failed";
            };
        }
    }
}
// recipe shared end
