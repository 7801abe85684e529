package dev.medley.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.medley.exchange.internal.DefaultBroker;
import dev.medley.stubs.PartnerStubs;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Scope;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Exchanges of a program with a broker and an OpenTelemetry of its own. */
class ProgramTracesTest {

    private final InMemorySpanExporter exporter = InMemorySpanExporter.create();
    private final OpenTelemetrySdk telemetry = OpenTelemetrySdk.builder()
            .setTracerProvider(SdkTracerProvider.builder()
                    .addSpanProcessor(SimpleSpanProcessor.create(exporter))
                    .build())
            .build();
    private final Tracer tracer = telemetry.getTracer("program");
    private PartnerStubs partner;
    private DefaultBroker broker;

    @BeforeEach
    void open() {
        partner =
                PartnerStubs.builder().threads(2).answer("GET", "/a", 200, "1").start();
        broker = DefaultBroker.builder()
                .partner("p", partner.uri().toString())
                .openTelemetry(telemetry)
                .build()
                .start();
    }

    @AfterEach
    void close() {
        broker.close();
        partner.close();
        telemetry.close();
    }

    @Test
    void anExchangeIsAChildOfTheCurrentSpanOfItsProgram() {
        Span own = tracer.spanBuilder("own").startSpan();
        try (Scope current = own.makeCurrent()) {
            assertThat(current).isNotNull();
            broker.exchange("p")
                    .get("/a")
                    .start()
                    .response()
                    .toCompletableFuture()
                    .join();
        }
        own.end();

        await().until(() -> exporter.getFinishedSpanItems().size() == 3);
        List<SpanData> spans = exporter.getFinishedSpanItems();
        SpanData exchange = named(spans, "exchange p");
        assertThat(exchange.getParentSpanId()).isEqualTo(own.getSpanContext().getSpanId());
        assertThat(named(spans, "GET").getParentSpanId()).isEqualTo(exchange.getSpanId());
        assertThat(partner.recorded("GET", "/a").get(0).header("traceparent"))
                .contains(own.getSpanContext().getTraceId())
                .contains(named(spans, "GET").getSpanId());
    }

    /** A trace of each exchange would be of nobody's request. */
    @Test
    void anExchangeWithoutASpanAroundItHasNone() {
        broker.exchange("p").get("/a").start().response().toCompletableFuture().join();

        assertThat(exporter.getFinishedSpanItems()).isEmpty();
        assertThat(partner.recorded("GET", "/a").get(0).header("traceparent")).isNull();
    }

    private static SpanData named(List<SpanData> spans, String name) {
        return spans.stream()
                .filter(span -> span.getName().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
