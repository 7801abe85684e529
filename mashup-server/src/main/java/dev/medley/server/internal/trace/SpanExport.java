package dev.medley.server.internal.trace;

import dev.medley.config.TracesSettings;
import dev.medley.thread.internal.LogPace;
import io.opentelemetry.api.GlobalOpenTelemetry;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.autoconfigure.AutoConfiguredOpenTelemetrySdk;
import java.net.URI;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * What records the spans of a server, and sends them: an SDK of its own if an endpoint is set, by the configuration or by the
 * environment variables of OpenTelemetry; else what the process has already, such as an agent; else nothing. Thread-safe.
 *
 * <p>Spans wait in a bounded queue for a thread that sends them. What does not fit is dropped.
 */
public final class SpanExport implements AutoCloseable {

    private static final org.slf4j.Logger LOG = LoggerFactory.getLogger(SpanExport.class);
    private static final String ENDPOINT = "otel.exporter.otlp.endpoint";
    private static final String ENDPOINT_OF_TRACES = "otel.exporter.otlp.traces.endpoint";

    /** For which a server that closes waits for the receiver at most. */
    private static final int CLOSE_SECONDS = 2;

    /** Of the library, which would say the same as this class in lines of its own. Held, since the JDK forgets the level otherwise. */
    private static final Logger OF_LIBRARY = Logger.getLogger("io.opentelemetry.exporter");

    private final OpenTelemetry telemetry;
    private final @Nullable OpenTelemetrySdk own;

    private SpanExport(OpenTelemetry telemetry, @Nullable OpenTelemetrySdk own) {
        this.telemetry = telemetry;
        this.own = own;
    }

    /**
     * Opens what {@code settings} ask for; sends nothing yet.
     *
     * @param isProcess whether other code of the process has it, too, by {@link GlobalOpenTelemetry}
     * @throws IllegalArgumentException if the environment variables of OpenTelemetry say what cannot be done
     */
    public static SpanExport open(TracesSettings settings, boolean isProcess) {
        if (isEndpointSet(settings)) {
            OpenTelemetrySdk sdk = sdk(settings);
            if (isProcess && !GlobalOpenTelemetry.isSet()) {
                GlobalOpenTelemetry.set(sdk);
            }
            return new SpanExport(sdk, sdk);
        }
        return new SpanExport(GlobalOpenTelemetry.isSet() ? GlobalOpenTelemetry.get() : OpenTelemetry.noop(), null);
    }

    private static boolean isEndpointSet(TracesSettings settings) {
        return settings.endpoint() != null
                || Stream.of(ENDPOINT, ENDPOINT_OF_TRACES)
                        .anyMatch(name -> System.getProperty(name) != null
                                || System.getenv(name.toUpperCase(Locale.ROOT).replace('.', '_')) != null);
    }

    private static OpenTelemetrySdk sdk(TracesSettings settings) {
        OF_LIBRARY.setLevel(Level.OFF);
        LogPace pace = new LogPace();
        try {
            return AutoConfiguredOpenTelemetrySdk.builder()
                    .disableShutdownHook()
                    .addPropertiesSupplier(() -> properties(settings))
                    .addSpanExporterCustomizer((exporter, config) -> new ReportedExporter(
                            exporter, String.valueOf(config.getString(ENDPOINT)), pace, System::nanoTime))
                    .build()
                    .getOpenTelemetrySdk();
        } catch (RuntimeException x) {
            throw new IllegalArgumentException("server.traces: " + x.getMessage(), x);
        }
    }

    /** What the environment and the system's properties may replace. */
    private static Map<String, String> properties(TracesSettings settings) {
        Map<String, String> properties = new HashMap<>();
        URI endpoint = settings.endpoint();
        if (endpoint != null) {
            properties.put(ENDPOINT, endpoint.toString());
        }
        properties.put("otel.exporter.otlp.protocol", "http/protobuf");
        properties.put("otel.metrics.exporter", "none");
        properties.put("otel.logs.exporter", "none");
        properties.put("otel.service.name", "medley");
        properties.put("otel.traces.sampler", "parentbased_traceidratio");
        properties.put("otel.traces.sampler.arg", Double.toString(settings.ratio()));
        return properties;
    }

    /** Returns what records spans; {@link OpenTelemetry#noop()} if nothing does. */
    public OpenTelemetry telemetry() {
        return telemetry;
    }

    /** Sends what is there, within a bounded time, and nothing more. */
    @Override
    public void close() {
        if (own != null && !own.shutdown().join(CLOSE_SECONDS, TimeUnit.SECONDS).isSuccess()) {
            LOG.warn("traces: the last spans could not be sent within {} s", CLOSE_SECONDS);
        }
    }
}
