package dev.medley.partner.internal.credential;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a token request has led to.
 *
 * @param token null if there is none
 * @param lifetime of the token
 * @param failure why there is none; empty if there is one. It has nothing of the request, and no token
 */
public record TokenResult(@Nullable String token, Duration lifetime, String failure) {

    /** The longest token, in characters. */
    public static final int MAX_TOKEN = 16 * 1024;

    /** There is no token. */
    public static TokenResult failed(String failure) {
        return new TokenResult(null, Duration.ZERO, failure);
    }

    /** Without the token. */
    @Override
    public String toString() {
        return token == null ? "no token: " + failure : "a token for " + lifetime;
    }
}
