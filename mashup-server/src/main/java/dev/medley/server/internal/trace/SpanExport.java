package dev.medley.server.internal.trace;

import dev.medley.config.TracesSettings;
import dev.medley.thread.internal.LogPace;
import io.opentelemetry.api.GlobalOpenTelemetry;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.autoconfigure.AutoConfiguredOpenTelemetrySdk;
import io.opentelemetry.sdk.autoconfigure.spi.ConfigProperties;
import io.opentelemetry.sdk.common.CompletableResultCode;
import java.net.URI;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * What records the spans of a server, and sends them: an agent of OpenTelemetry, if the process has one; else an SDK of its own if
 * an endpoint is set, by the configuration or by the environment variables of OpenTelemetry; else what the process has already; else
 * nothing. Thread-safe.
 *
 * <p>Spans wait in a bounded queue for a thread that sends them. What does not fit is dropped.
 */
public final class SpanExport implements AutoCloseable {

    private static final org.slf4j.Logger LOG = LoggerFactory.getLogger(SpanExport.class);
    private static final String ENDPOINT = "otel.exporter.otlp.endpoint";
    private static final String ENDPOINT_OF_TRACES = "otel.exporter.otlp.traces.endpoint";
    private static final String PROTOCOL = "otel.exporter.otlp.protocol";
    private static final String PROTOCOL_OF_TRACES = "otel.exporter.otlp.traces.protocol";
    private static final String HTTP = "http/protobuf";

    /** Where the agent's classes are, in each of its distributions. */
    private static final String AGENT = "io.opentelemetry.javaagent.";

    private static final Pattern USER_INFO = Pattern.compile("//[^/@]*@");

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
        return open(settings, isProcess, SpanExport::hasAgent);
    }

    /** The same for a process that has an agent if {@code hasAgent} says so. */
    static SpanExport open(TracesSettings settings, boolean isProcess, BooleanSupplier hasAgent) {
        boolean isEndpointSet = isEndpointSet(settings);
        if (isEndpointSet && hasAgent.getAsBoolean()) {
            LOG.info(
                    "traces: OpenTelemetry's agent records and sends the spans, by its own settings; server.traces does not count");
        } else if (isEndpointSet) {
            OpenTelemetrySdk sdk = sdk(settings);
            if (isProcess) {
                OF_LIBRARY.setLevel(Level.OFF);
                if (!GlobalOpenTelemetry.isSet()) {
                    GlobalOpenTelemetry.set(sdk);
                }
            }
            return new SpanExport(sdk, sdk);
        }
        return new SpanExport(GlobalOpenTelemetry.isSet() ? GlobalOpenTelemetry.get() : OpenTelemetry.noop(), null);
    }

    /**
     * An agent makes the contexts of the process its own. They lose the spans of any other SDK: an attempt of such a one would have no
     * parent, and a partner would get no field of its trace.
     */
    private static boolean hasAgent() {
        return Context.root().getClass().getName().startsWith(AGENT);
    }

    private static boolean isEndpointSet(TracesSettings settings) {
        return settings.endpoint() != null
                || Stream.of(ENDPOINT, ENDPOINT_OF_TRACES)
                        .anyMatch(name -> isSet(System.getProperty(name)) || isSet(System.getenv(variable(name))));
    }

    /** An empty value is that of a variable which is not set (OpenTelemetry's environment variables). */
    private static boolean isSet(@Nullable String value) {
        return value != null && !value.isBlank();
    }

    private static String variable(String name) {
        return name.toUpperCase(Locale.ROOT).replace('.', '_');
    }

    private static OpenTelemetrySdk sdk(TracesSettings settings) {
        LogPace pace = new LogPace();
        try {
            return AutoConfiguredOpenTelemetrySdk.builder()
                    .disableShutdownHook()
                    .addPropertiesSupplier(() -> properties(settings))
                    .addPropertiesCustomizer(SpanExport::checkedProtocol)
                    .addSpanExporterCustomizer((exporter, config) ->
                            new ReportedExporter(exporter, receiver(config), pace, System::nanoTime))
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
        properties.put(PROTOCOL, HTTP);
        properties.put("otel.metrics.exporter", "none");
        properties.put("otel.logs.exporter", "none");
        properties.put("otel.service.name", "medley");
        // Clients choose some of the texts, and thousands of spans wait for the receiver.
        properties.put("otel.attribute.value.length.limit", "1024");
        properties.put("otel.traces.sampler", "parentbased_traceidratio");
        properties.put("otel.traces.sampler.arg", Double.toString(settings.ratio()));
        return properties;
    }

    private static Map<String, String> checkedProtocol(ConfigProperties properties) {
        String ofTraces = properties.getString(PROTOCOL_OF_TRACES);
        String name = ofTraces == null ? PROTOCOL : PROTOCOL_OF_TRACES;
        String protocol = properties.getString(name);
        if (protocol != null && !protocol.equals(HTTP)) {
            throw new IllegalArgumentException(
                    "%s is %s; Medley sends spans by %s only".formatted(variable(name), protocol, HTTP));
        }
        return Map.of();
    }

    /** The receiver, for the log: without a name and a password. */
    private static String receiver(ConfigProperties properties) {
        String ofTraces = properties.getString(ENDPOINT_OF_TRACES);
        if (ofTraces != null) {
            return USER_INFO.matcher(ofTraces).replaceFirst("//");
        }
        String endpoint = String.valueOf(properties.getString(ENDPOINT));
        return USER_INFO.matcher(endpoint).replaceFirst("//") + (endpoint.endsWith("/") ? "" : "/") + "v1/traces";
    }

    /** Returns what records spans; {@link OpenTelemetry#noop()} if nothing does. */
    public OpenTelemetry telemetry() {
        return telemetry;
    }

    /** Sends what is there, within a bounded time, and nothing more. */
    @Override
    public void close() {
        if (own == null) {
            return;
        }
        // Exporters of metrics and logs, which the environment may add, block while they send the last ones.
        CompletableResultCode sent = new CompletableResultCode();
        Thread last = new Thread(() -> end(own, sent), "medley-traces-end");
        last.setDaemon(true);
        last.start();
        if (!sent.join(CLOSE_SECONDS, TimeUnit.SECONDS).isSuccess()) {
            LOG.warn("traces: the last spans could not be sent within {} s", CLOSE_SECONDS);
        }
    }

    private static void end(OpenTelemetrySdk sdk, CompletableResultCode sent) {
        CompletableResultCode ended = sdk.shutdown();
        ended.whenComplete(() -> {
            if (ended.isSuccess()) {
                sent.succeed();
            } else {
                sent.fail();
            }
        });
    }
}
