package dev.medley.server.internal.trace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.config.TracesSettings;
import dev.medley.server.internal.admin.log.LogLines;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import java.net.URI;
import org.junit.jupiter.api.Test;

class SpanExportTest {

    private static final TracesSettings SETTINGS = TracesSettings.builder()
            .endpoint(URI.create("http://127.0.0.1:4318"))
            .build();

    @Test
    void aServerWithAnEndpointHasAnSdkOfItsOwn() {
        try (SpanExport export = SpanExport.open(SETTINGS, false)) {
            assertThat(export.telemetry()).isInstanceOf(OpenTelemetrySdk.class);
        }
    }

    @Test
    void anAgentRecordsSpansInPlaceOfTheServer() {
        try (LogLines log = LogLines.of("dev.medley.server.internal.trace");
                SpanExport export = SpanExport.open(SETTINGS, false, () -> true)) {
            assertThat(export.telemetry()).isNotInstanceOf(OpenTelemetrySdk.class);
            assertThat(log.lines()).first().asString().contains("agent", "server.traces does not count");
        }
    }
}
