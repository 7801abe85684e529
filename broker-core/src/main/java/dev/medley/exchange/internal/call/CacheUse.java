package dev.medley.exchange.internal.call;

import dev.medley.connection.ResponseHead;
import dev.medley.exchange.Reason;
import dev.medley.exchange.internal.content.BufferedResponse;
import org.jspecify.annotations.Nullable;

/** The use that a call makes of its partner's cache. Called by tasks of the call's queue. */
public interface CacheUse {

    /** The response that {@code attempt} brings begins with {@code head}. */
    void headArrived(Call call, Attempt attempt, ResponseHead head);

    /** The head that the exchanges see in place of the one that has arrived; null for that itself. */
    default @Nullable ResponseHead head() {
        return null;
    }

    /** The response that the exchanges get in place of {@code arrived}, whose body it may have. */
    default BufferedResponse completed(BufferedResponse arrived) {
        return arrived;
    }

    /** The stored response that takes the place of a failure for {@code reason}; null if there is none. */
    default @Nullable BufferedResponse staleOnError(Reason reason) {
        return null;
    }

    /** Returns whether other exchanges may join the call, from its beginning on. */
    default boolean isJoinable() {
        return false;
    }

    /** Returns whether the response is for the first exchange only. */
    default boolean isClosed() {
        return false;
    }

    /** Another call for {@code exchange}, which can have neither the response of {@code left} nor its end. */
    default Call another(Call left, DefaultExchange exchange) {
        throw new IllegalStateException(left + " is not shared");
    }

    /** The call has ended. */
    default void ended(Call call) {}
}
