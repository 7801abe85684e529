package dev.medley.loadtest.driver;

import java.nio.charset.StandardCharsets;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What an answer must be like to count as a success.
 *
 * @param status the status code
 * @param bodyRequired whether an answer without a body is an error
 * @param content what the body must satisfy; null for no check; bodies are then not kept
 */
record Expectation(
        int status, boolean bodyRequired, @Nullable Predicate<byte[]> content) {

    static final Expectation OK = new Expectation(200, false, null);

    /** The error that an answer is, or null if it is none. */
    @Nullable
    Outcome check(int answered, BodyReader body) {
        if (answered != status) {
            return Outcome.error(ErrorKind.STATUS, "status " + answered, body.bytes());
        }
        if (bodyRequired && body.bytes() == 0) {
            return Outcome.error(ErrorKind.CONTENT, "no body", 0);
        }
        if (content != null && !content.test(body.kept())) {
            return Outcome.error(ErrorKind.CONTENT, "not the expected body", body.bytes());
        }
        return null;
    }

    /** Satisfied by a body that contains {@code text}, in UTF-8. */
    static Predicate<byte[]> containing(String text) {
        return body -> new String(body, StandardCharsets.UTF_8).contains(text);
    }
}
