package dev.medley.exchange.internal.call;

import dev.medley.connection.internal.DefaultOutboundRequest;
import dev.medley.exchange.internal.request.RequestContext;
import dev.medley.trace.internal.InboundSpan;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import org.jspecify.annotations.Nullable;

/**
 * Holds the response of an exchange, whose bytes count until it is released. A {@link DefaultExchange} extends it rather than having
 * one, because there are tens of thousands of exchanges.
 */
public abstract class ResponseHolder extends ExchangeRecord {

    private static final AtomicReferenceFieldUpdater<ResponseHolder, @Nullable CallResponse> HELD =
            AtomicReferenceFieldUpdater.newUpdater(ResponseHolder.class, CallResponse.class, "held");

    @SuppressWarnings("UnusedVariable") // Read by its updater.
    private volatile @Nullable CallResponse held;
    /** Set before {@link #held} is taken, because that is set before this is read: one of the two releases the response. */
    private volatile boolean released;

    ResponseHolder(
            Call call,
            DefaultOutboundRequest request,
            @Nullable String label,
            boolean internal,
            @Nullable RequestContext requestContext,
            @Nullable InboundSpan inbound) {
        super(call, request, label, internal, requestContext, inbound);
    }

    /** Holds the bytes of a response until it is released. */
    final void hold(CallResponse whole) {
        whole.hold();
        held = whole;
        if (released) {
            release();
        }
    }

    /**
     * Gives the bytes of the response back to the broker's budget of held bytes, for the owner of the exchange: they are no
     * longer needed. By any thread; again is without effect.
     */
    public final void release() {
        released = true;
        CallResponse mine = HELD.getAndSet(this, null);
        if (mine != null) {
            mine.release();
        }
    }
}
