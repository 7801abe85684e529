package dev.medley.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.medley.context.RequestIds;
import dev.medley.exchange.internal.DefaultBroker;
import dev.medley.stubs.PartnerStubs;
import dev.medley.trace.internal.TracedRequest;
import dev.medley.trace.internal.Tracing;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.TracerProvider;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.Scope;
import io.opentelemetry.context.propagation.ContextPropagators;
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

    @Test
    void anOpenTelemetryThatDoesNothingGivesNoIds() {
        Tracing nothing = Tracing.of(new OpenTelemetry() {
            @Override
            public TracerProvider getTracerProvider() {
                return TracerProvider.noop();
            }

            @Override
            public ContextPropagators getPropagators() {
                return ContextPropagators.noop();
            }
        });
        RequestIds ids = new RequestIds(RequestIds.DEFAULT_FIELD, true);

        TracedRequest first = TracedRequest.of(ids, nothing, "GET", name -> List.of());
        TracedRequest second = TracedRequest.of(ids, nothing, "GET", name -> List.of());

        assertThat(first.span()).isNull();
        assertThat(first.id()).isNotEqualTo(second.id());
        assertThat(first.id().value()).isNotEqualTo("0".repeat(32));
    }

    /** Longer than a field of a trace should be. */
    @Test
    void aLongTracestateIsNotPassedOn() {
        TraceState state = TraceState.builder()
                .put("v", "x".repeat(256))
                .put("w", "y".repeat(256))
                .put("u", "z".repeat(256))
                .build();
        SpanContext remote = SpanContext.createFromRemoteParent(
                "4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7", TraceFlags.getSampled(), state);
        Span own = tracer.spanBuilder("own")
                .setParent(Context.root().with(Span.wrap(remote)))
                .startSpan();
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

        assertThat(partner.recorded("GET", "/a").get(0).header("tracestate")).isNull();
        assertThat(partner.recorded("GET", "/a").get(0).header("traceparent"))
                .contains("4bf92f3577b34da6a3ce929d0e0e4736");
    }

    private static SpanData named(List<SpanData> spans, String name) {
        return spans.stream()
                .filter(span -> span.getName().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
