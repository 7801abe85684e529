package dev.medley.server;

import static org.awaitility.Awaitility.await;

import com.google.protobuf.ByteString;
import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.trace.v1.Span;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Predicate;
import java.util.zip.GZIPInputStream;

/** A receiver of OTLP over HTTP, by the published definitions of the protocol. */
public final class SpanReceiver implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final List<Span> spans = new CopyOnWriteArrayList<>();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HttpServer server;

    public SpanReceiver() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/v1/traces", exchange -> {
            boolean zipped = "gzip".equals(exchange.getRequestHeaders().getFirst("Content-Encoding"));
            try (InputStream body =
                    zipped ? new GZIPInputStream(exchange.getRequestBody()) : exchange.getRequestBody()) {
                ExportTraceServiceRequest.parseFrom(body).getResourceSpansList().stream()
                        .flatMap(resource -> resource.getScopeSpansList().stream())
                        .flatMap(scope -> scope.getSpansList().stream())
                        .forEach(spans::add);
            }
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        server.start();
    }

    public URI uri() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    public List<Span> spans() {
        return spans;
    }

    /** Waits for the span of the inbound request that {@code which} is true for, and returns its whole trace. */
    public Trace awaitTrace(Predicate<Span> which) {
        Predicate<Span> wanted = span -> span.getKind() == Span.SpanKind.SPAN_KIND_SERVER && which.test(span);
        await().atMost(PATIENCE).until(() -> spans.stream().anyMatch(wanted));
        ByteString id = spans.stream().filter(wanted).findFirst().orElseThrow().getTraceId();
        return new Trace(
                spans.stream().filter(span -> span.getTraceId().equals(id)).toList());
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }

    /** The spans with one id of a trace. */
    public record Trace(List<Span> spans) {

        public String id() {
            return hex(spans.get(0).getTraceId());
        }

        public Span root() {
            return all(Span.SpanKind.SPAN_KIND_SERVER).get(0);
        }

        public List<Span> all(Span.SpanKind kind) {
            return spans.stream().filter(span -> span.getKind() == kind).toList();
        }

        public Span named(String name) {
            return spans.stream()
                    .filter(span -> span.getName().equals(name))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("no span " + name + " in " + spans));
        }

        public List<Span> childrenOf(Span parent) {
            return spans.stream()
                    .filter(span -> span.getParentSpanId().equals(parent.getSpanId()))
                    .toList();
        }
    }

    /** Returns an attribute as text; empty if it is not there. */
    public static String attribute(Span span, String key) {
        return span.getAttributesList().stream()
                .filter(each -> each.getKey().equals(key))
                .map(KeyValue::getValue)
                .map(value -> switch (value.getValueCase()) {
                    case STRING_VALUE -> value.getStringValue();
                    case INT_VALUE -> Long.toString(value.getIntValue());
                    case BOOL_VALUE -> Boolean.toString(value.getBoolValue());
                    default -> value.toString();
                })
                .findFirst()
                .orElse("");
    }

    public static List<String> events(Span span) {
        return span.getEventsList().stream().map(Span.Event::getName).toList();
    }

    public static String hex(ByteString id) {
        return HexFormat.of().formatHex(id.toByteArray());
    }
}
