package dev.medley.config.internal;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.medley.config.ServerSettings;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Names that no field with an id can have. */
class RequestIdMisuseTest {

    @ParameterizedTest
    @ValueSource(strings = {"Content-Length", "host", "TraceParent", "Set-Cookie", "Server-Timing"})
    void aFieldWithAMeaningOfItsOwnIsRefused(String name) {
        ServerSettings.Builder builder = ServerSettings.builder();

        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.requestIdField(name).build())
                .withMessageContainingAll("request-id.field", name, "is a field with a reserved meaning");
    }

    @ParameterizedTest
    @CsvSource({"''", "X Request", "X:Y", "7", "'X-Request-Id\r\n'"})
    void aNameThatIsNoneIsRefused(String name) {
        ServerSettings.Builder builder = ServerSettings.builder();

        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.requestIdField(name).build())
                .withMessageContainingAll("request-id.field", "is not the name of a header field");
    }
}
