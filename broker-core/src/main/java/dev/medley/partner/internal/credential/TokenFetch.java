package dev.medley.partner.internal.credential;

import java.util.function.Consumer;

/** Sends token requests to the issuer, which is a partner like any other. */
@FunctionalInterface
public interface TokenFetch {

    /**
     * Sends {@code request} once.
     *
     * @param whenEnded takes the token, or why there is none, once, by any thread, under no lock
     */
    void fetch(TokenRequest request, Consumer<TokenResult> whenEnded);
}
