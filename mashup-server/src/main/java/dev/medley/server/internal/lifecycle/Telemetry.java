package dev.medley.server.internal.lifecycle;

import dev.medley.config.LogFormat;
import dev.medley.config.ServerSettings;
import dev.medley.server.internal.admin.log.JsonLog;
import dev.medley.server.internal.trace.SpanExport;
import io.opentelemetry.api.OpenTelemetry;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/** What a server says of itself to the outside from its start to its end: what sends its spans, and the form of its logs. */
final class Telemetry implements AutoCloseable {

    private final SpanExport spans;
    private final @Nullable JsonLog json;

    private Telemetry(SpanExport spans, @Nullable JsonLog json) {
        this.spans = spans;
        this.json = json;
    }

    /**
     * Opens what {@code settings} ask for.
     *
     * @param isProcess whether the process is the server's: it keeps the form of its logs to its end
     * @throws IllegalArgumentException if the environment variables of OpenTelemetry say what cannot be done
     * @throws IllegalStateException if logs are to be JSON, and Logback does not write them
     */
    static Telemetry open(ServerSettings settings, boolean isProcess) {
        boolean isJson = settings.log().format() == LogFormat.JSON;
        JsonLog json = isJson ? JsonLog.install(LoggerFactory.getILoggerFactory()) : null;
        try {
            return new Telemetry(SpanExport.open(settings.traces(), isProcess), isProcess ? null : json);
        } catch (RuntimeException | Error x) {
            if (json != null) {
                json.close();
            }
            throw x;
        }
    }

    OpenTelemetry spans() {
        return spans.telemetry();
    }

    @Override
    public void close() {
        spans.close();
        if (json != null) {
            json.close();
        }
    }
}
