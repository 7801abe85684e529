package dev.medley.loadtest.experiment.paper;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FanoutServerTest {

    private static final Map<String, String> PARTNERS = Map.of("partner-a", "http://127.0.0.1:9001");

    @Test
    void aDeclaredMashupIsInTheConfiguration() throws IOException {
        assertThat(FanoutServer.configuration(MashupForm.declared, PARTNERS, 10))
                .contains("  partner-a:\n    url: http://127.0.0.1:9001\n", "\nmashups:\n", "\n  /declared/fanout:\n");
    }

    @ParameterizedTest
    @EnumSource(names = {"servlet", "script"})
    void theOtherFormsAreNot(MashupForm form) throws IOException {
        assertThat(FanoutServer.configuration(form, PARTNERS, 10))
                .contains("samples: true")
                .doesNotContain("mashups:");
    }
}
