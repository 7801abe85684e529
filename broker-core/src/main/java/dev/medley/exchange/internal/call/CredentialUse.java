package dev.medley.exchange.internal.call;

import dev.medley.exchange.Reason;
import dev.medley.exchange.internal.request.RequestContext;
import dev.medley.partner.internal.credential.Credential;
import dev.medley.partner.internal.credential.CredentialSource;
import org.jspecify.annotations.Nullable;

/**
 * The use that the attempts of one call make of their partner's credential: it may have to be fetched before one starts, and is
 * replaced once if the partner refuses it. Not thread-safe: for the tasks of the call's queue only.
 */
final class CredentialUse {

    private static final int UNAUTHORIZED = 401;

    private final Call call;
    private final CredentialSource source;
    private boolean replaced;

    private CredentialUse(Call call, CredentialSource source) {
        this.call = call;
        this.source = source;
    }

    /** The use by {@code call}, which is made for {@code requestContext}; null if its partner is shown none. */
    static @Nullable CredentialUse of(Call call, @Nullable RequestContext requestContext) {
        CredentialSource source = call.partner().credentials();
        return source == null
                ? null
                : new CredentialUse(call, source.of(requestContext == null ? null : requestContext.callerToken()));
    }

    /** The credential of an attempt that starts now; null if there is none. */
    @Nullable
    Credential current() {
        return source.current();
    }

    /** Runs {@code start} by {@code next} once there is a credential. Returns why none can be had; null if it is awaited. */
    @Nullable
    DefaultExchangeException await(NextAttempt next, Runnable start) {
        String failure = source.failure();
        if (failure != null) {
            return call.exception(Reason.NO_CREDENTIAL, failure, null);
        }
        next.await(call, source, start);
        return null;
    }

    /**
     * Returns whether a response with {@code status} refuses the credential {@code shown} and the request, if it is {@code
     * repeatable}, is sent once more with another one. A partner that answers 401 has not carried the request out (RFC 9110,
     * section 15.5.2).
     */
    boolean isReplacedAfter(int status, @Nullable Credential shown, boolean repeatable) {
        return status == UNAUTHORIZED && !replaced && shown != null && repeatable && source.isReplaceable(shown);
    }

    /** A response with {@code status} to a request that cannot be sent twice: if it refuses {@code shown}, the next call has another one. */
    void dropAfter(int status, @Nullable Credential shown) {
        if (status == UNAUTHORIZED && shown != null && source.isReplaceable(shown)) {
            source.drop(shown);
        }
    }

    /** The next attempt is to have another credential than {@code shown}. */
    void replace(Credential shown) {
        replaced = true;
        source.drop(shown);
    }
}
