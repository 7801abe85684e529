package dev.medley.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.medley.servlet.internal.routing.PathTemplate;
import java.nio.charset.StandardCharsets;

/** A template is parsed or refused, and the variables of a path that it matches are segments of that. */
class PathTemplateFuzzTest {

    /** The template is the first line, the path the rest. */
    @FuzzTest
    void aTemplateIsParsedOrRefused(byte[] bytes) {
        String[] lines = new String(bytes, StandardCharsets.UTF_8).split("\n", 2);
        PathTemplate parsed;
        try {
            parsed = PathTemplate.parse(lines[0]);
        } catch (IllegalArgumentException refused) {
            assertThat(refused.getMessage()).isNotBlank();
            return;
        }
        String[] segments = PathTemplate.split(lines.length == 1 ? lines[0] : lines[1]);
        String[] values = parsed.match(segments);
        if (values != null) {
            assertThat(values).hasSameSizeAs(parsed.names()).doesNotContain("", ".", "..");
            assertThat(values).isSubsetOf(segments);
        }
    }
}
