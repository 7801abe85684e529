package dev.medley.servlet.internal.access;

import dev.medley.caller.Caller;
import dev.medley.mashup.Reply;
import org.jspecify.annotations.Nullable;

/**
 * The decision on a request: who sends it, and the reply that refuses it.
 *
 * @param caller null if it is not known
 * @param token that the caller has shown; null if it has shown something else
 * @param field in which it has shown that; null if that was no field
 * @param refusal null if the request goes on
 */
public record Access(
        @Nullable Caller caller,
        @Nullable String token,
        @Nullable String field,
        @Nullable Reply refusal) {

    /** The decision on a request of anybody. */
    public static final Access OPEN = new Access(null, null, null, null);

    /** The request of {@code caller} goes on. */
    public static Access granted(Caller caller, @Nullable String token, @Nullable String field) {
        return new Access(caller, token, field, null);
    }

    /** The request is refused. */
    public static Access refused(@Nullable Caller caller, Reply refusal) {
        return new Access(caller, null, null, refusal);
    }

    /** Without the token. */
    @Override
    public String toString() {
        return refusal == null ? "granted to " + caller : "refused to " + caller;
    }
}
