package dev.medley.partner.internal.credential;

import dev.medley.partner.AuthSettings;
import dev.medley.partner.OAuth2Grant;
import dev.medley.partner.OAuth2Settings;
import dev.medley.partner.PartnerSettings;
import dev.medley.thread.internal.Clock;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/** Where the credential of a partner comes from. Thread-safe; no method blocks. */
public interface CredentialSource {

    /**
     * Returns the source of the credential that {@code partner} is to be shown; null if there is none. Reads the files of its
     * settings.
     *
     * @throws IllegalArgumentException if a file cannot be used, naming the partner and the file
     */
    static @Nullable CredentialSource of(PartnerSettings partner, Clock clock) {
        AuthSettings auth = partner.auth();
        Credential fixed = fixed(auth);
        if (fixed != null) {
            return new FixedCredential(fixed, auth.field());
        }
        OAuth2Settings oauth2 = auth.oauth2().orElse(null);
        if (oauth2 == null) {
            return null;
        }
        TokenRequest request = TokenRequest.of(partner.name(), oauth2);
        return oauth2.grant() == OAuth2Grant.TOKEN_EXCHANGE
                ? new ExchangedTokens(
                        token -> new TokenSource(request.inExchangeFor(token), clock, ThreadLocalRandom::current),
                        clock)
                : new TokenSource(request, clock, ThreadLocalRandom::current);
    }

    private static @Nullable Credential fixed(AuthSettings auth) {
        String bearer = auth.bearer();
        String user = auth.user();
        String password = auth.password();
        String headerName = auth.headerName();
        String headerValue = auth.headerValue();
        String queryName = auth.queryName();
        String queryValue = auth.queryValue();
        if (bearer != null) {
            return Credential.bearer(bearer);
        }
        if (user != null && password != null) {
            return Credential.basic(user, password);
        }
        if (headerName != null && headerValue != null) {
            return Credential.field(headerName, headerValue);
        }
        return queryName != null && queryValue != null ? Credential.query(queryName, queryValue) : null;
    }

    /**
     * Returns the source of the credential for the request of a caller: this, unless each caller has one of its own.
     *
     * @param callerToken the token that the caller has shown; null if it is not known, or has shown something else
     */
    default CredentialSource of(@Nullable String callerToken) {
        return this;
    }

    /** Returns whether each caller has a credential of its own. */
    default boolean isOfCaller() {
        return false;
    }

    /** Returns the header field that has the credential; null if it is in the query. */
    @Nullable
    String field();

    /** Returns the credential to use now; null if there is none yet, or none can be had. */
    @Nullable
    Credential current();

    /** Returns why no credential can be had at the moment; null if one is there, or is awaited. */
    @Nullable
    String failure();

    /**
     * Runs {@code whenDecided} once, when {@link #current()} has been decided on: by the calling thread if it is, otherwise by the
     * one that ends the fetch, under no lock. It must not block or throw.
     */
    void await(Runnable whenDecided);

    /** Returns whether another credential could be had in place of {@code refused}, which the partner answered with a 401. */
    boolean isReplaceable(Credential refused);

    /** Drops {@code refused}, unless another one has taken its place. */
    void drop(Credential refused);

    /** Returns the state of the token, in words; null if it is a credential of the configuration. */
    default @Nullable String state() {
        return null;
    }

    /** Sets what sends token requests, in place of an earlier one. Before it is set, no token can be had. */
    default void fetchBy(TokenFetch fetcher) {}

    /** Returns the bytes by which a credential may make the head of a request longer. */
    static int maxLength(AuthSettings auth) {
        Credential fixed = fixed(auth);
        int token = auth.oauth2().isPresent() ? TokenResult.MAX_TOKEN + "Authorization: Bearer \r\n".length() : 0;
        return fixed == null ? token : fixed.length();
    }
}
