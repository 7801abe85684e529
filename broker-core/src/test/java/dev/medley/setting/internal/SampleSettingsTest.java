package dev.medley.setting.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The sample of a key in CONTRIBUTING.md is {@link SampleSettings}, and works. */
class SampleSettingsTest {

    private static final Path GUIDE = Path.of("../CONTRIBUTING.md");
    private static final Path SOURCE = Path.of("src/test/java/dev/medley/setting/internal/SampleSettings.java");

    @Test
    void theGuideHasTheSource() throws IOException {
        String source = Files.readString(SOURCE);

        assertThat(Files.readString(GUIDE))
                .contains("```java\n" + source.substring(source.indexOf("/** The section")) + "```\n");
    }

    @Test
    void aKeyHasItsDefaultAndItsBounds() {
        assertThat(SampleSettings.builder().build().maxQueued()).isEqualTo(1000);
        assertThat(SampleSettings.builder().maxQueued(5).build())
                .isEqualTo(SampleSettings.builder().maxQueued(5).build())
                .isNotEqualTo(SampleSettings.builder().build())
                .hasToString("SampleSettings[queue.max-queued]");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SampleSettings.builder().maxQueued(-1).build())
                .withMessage(
                        "partner: queue.max-queued: '-1' is out of range; expected a whole number from 0 to 1000000");
    }
}
