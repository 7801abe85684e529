package dev.medley.loadtest.driver;

import java.nio.charset.StandardCharsets;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The condition under which an answer is a success: status 200, and a body that satisfies the predicate.
 *
 * @param content the predicate; null for none, and then bodies are not kept
 */
record Expectation(@Nullable Predicate<byte[]> content) {

    static final Expectation OK = new Expectation(null);

    private static final int STATUS = 200;

    /** The error that an answer is, or null if it is a success. */
    @Nullable
    LoadOutcome check(int status, AnswerReader body) {
        if (status != STATUS) {
            return LoadOutcome.error(ErrorKind.STATUS, "status " + status, body.bytes());
        }
        if (content == null) {
            return null;
        }
        if (body.bytes() == 0) {
            return LoadOutcome.error(ErrorKind.CONTENT, "no body", 0);
        }
        boolean satisfied = content.test(body.kept());
        return satisfied ? null : LoadOutcome.error(ErrorKind.CONTENT, "not the expected body", body.bytes());
    }

    /** Satisfied by a body that contains {@code text}, in UTF-8. */
    static Predicate<byte[]> containing(String text) {
        return body -> new String(body, StandardCharsets.UTF_8).contains(text);
    }
}
