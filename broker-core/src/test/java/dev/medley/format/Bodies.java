package dev.medley.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.json.Json;
import dev.medley.json.JsonLimits;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Bodies of responses that tests read. */
final class Bodies {

    private static final int LONGEST_MESSAGE = 200;

    private Bodies() {}

    static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** Reads a body, and returns its tree as JSON. */
    static String read(Format<?> format, byte[] body, @Nullable String contentType) throws FormatException {
        return Json.of(tree(format, body, contentType, JsonLimits.DEFAULT)).toString();
    }

    /** Reads a body. */
    static Object tree(Format<?> format, byte[] body, @Nullable String contentType, JsonLimits limits)
            throws FormatException {
        return format.read(new Content(body, contentType, null, limits));
    }

    /** Returns the message by which a body is refused, which is one short line. */
    static String refusal(Format<?> format, byte[] body, @Nullable String contentType) {
        return refusal(format, body, contentType, JsonLimits.DEFAULT);
    }

    /** As {@link #refusal(Format, byte[], String)}, within {@code limits}. */
    static String refusal(Format<?> format, byte[] body, @Nullable String contentType, JsonLimits limits) {
        Locale ofTheMachine = Locale.getDefault();
        // The parser of the JDK has its messages in the language of the machine.
        Locale.setDefault(Locale.ENGLISH);
        try {
            Object tree = tree(format, body, contentType, limits);
            throw new AssertionError("read as " + Json.of(tree));
        } catch (FormatException refused) {
            assertThat(refused.getStackTrace()).isEmpty();
            assertThat(refused.getMessage())
                    .isNotBlank()
                    .hasSizeLessThan(LONGEST_MESSAGE)
                    .doesNotContainPattern("\\p{Cntrl}");
            return refused.getMessage();
        } finally {
            Locale.setDefault(ofTheMachine);
        }
    }
}
