package dev.medley.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.medley.connection.internal.DefaultOutboundRequest;
import dev.medley.exchange.internal.target.Template;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Whatever template and value are, the path of a request stays below the base path, or there is no request. */
class TemplateFuzzTest {

    private static final String BASE = "/base";

    /** The template is the first line, its value the rest. */
    @FuzzTest
    void aPathStaysBelowItsBaseOrIsRefused(byte[] bytes) {
        String[] lines = new String(bytes, StandardCharsets.UTF_8).split("\n", 2);
        Object[] values = lines.length == 1 ? new Object[0] : new Object[] {lines[1]};
        String target;
        try {
            target = BASE + Template.expand(lines[0], values);
            assertThat(new DefaultOutboundRequest("GET", target, List.of(), null).target())
                    .isEqualTo(target);
        } catch (IllegalArgumentException refused) {
            assertThat(refused.getMessage()).isNotBlank();
            return;
        }
        String decoded = target;
        for (int i = 0; i < 3; i++) {
            assertThat(URI.create("http://h").resolve(decoded).normalize().getRawPath())
                    .startsWith(BASE);
            decoded = decoded.replace("%25", "%").replaceAll("(?i)%2e", ".").replaceAll("(?i)%2f|%5c", "/");
            if (!decoded.matches("[ -~]*") || decoded.matches(".*%(?![0-9A-Fa-f]{2}).*")) {
                return;
            }
        }
    }
}
