package dev.medley.mashup.internal;

import dev.medley.connection.ResponseHead;
import dev.medley.exchange.BodyPart;
import dev.medley.exchange.Exchange;
import dev.medley.exchange.ExchangeException;
import dev.medley.exchange.ExchangeListener;
import dev.medley.exchange.Outcome;
import dev.medley.exchange.internal.dispatch.BrokerStage;
import dev.medley.mashup.ProblemException;
import dev.medley.mashup.Reply;
import dev.medley.mashup.internal.field.PassedHead;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The body of one partner on its way into a reply, for one subscriber. The reply is ready as soon as the partner's headers
 * have arrived; of a response without a body, when that has ended. Each part but the first is read once the subscriber has demanded it.
 *
 * <p>Thread-safe: parts and the end go through one queue, in the order of their arrival. Exchange and subscriber both
 * call {@link #drain()}; the calls are counted, and the thread that counts from zero delivers until the count is down again.
 */
final class BodyStream implements ExchangeListener, Flow.Publisher<ByteBuffer> {

    private static final Logger LOG = LoggerFactory.getLogger(BodyStream.class);
    private static final int NO_CONTENT = 204;
    private static final int NOT_MODIFIED = 304;

    private final BrokerStage<Reply> reply;
    private final PassedHead passed;
    private final Queue<Signal> signals = new ConcurrentLinkedQueue<>();
    private final AtomicReference<Flow.@Nullable Subscriber<? super ByteBuffer>> subscriber = new AtomicReference<>();
    private final AtomicLong demand = new AtomicLong();
    private final AtomicInteger calls = new AtomicInteger();
    private volatile @Nullable Exchange source;
    /** The reply of a response without a body, until its end. */
    private volatile @Nullable Reply headOnly;

    private volatile boolean subscribed;
    private volatile boolean cancelled;
    private volatile @Nullable IllegalArgumentException badDemand;
    /** The part that was delivered last, until the next one is demanded. For {@link #deliver} only. */
    private @Nullable BodyPart delivered;
    /** For {@link #deliver} only. */
    private boolean over;

    /**
     * Creates a stream.
     *
     * @param passed what the reply has of the head of the response
     */
    BodyStream(Executor pool, PassedHead passed) {
        reply = new BrokerStage<>(pool);
        this.passed = passed;
    }

    CompletionStage<Reply> reply() {
        return reply;
    }

    // ---- The exchange. -------------------------------------------------------------------------------------------

    @Override
    public void onHeadersCompleted(Exchange exchange) {
        source = exchange;
        ResponseHead head = exchange.head();
        if (head == null || passed.refuses(head)) {
            // Thrown, it ends the exchange, whose body is not needed.
            ProblemException refused = ProblemException.unexpectedStatus(exchange);
            reply.completeExceptionally(refused);
            throw refused;
        }
        Reply begun = replyOf(head, exchange);
        if (hasBody(head, exchange)) {
            reply.complete(begun);
        } else {
            // Its end follows. Given before, the reply could end the mashup, and with it an exchange that has not ended
            // yet.
            headOnly = begun;
        }
    }

    private static boolean hasBody(ResponseHead head, Exchange exchange) {
        return !exchange.request().method().equals("HEAD")
                && head.status() != NO_CONTENT
                && head.status() != NOT_MODIFIED;
    }

    private Reply replyOf(ResponseHead head, Exchange exchange) {
        String type = head.header("Content-Type");
        Reply streamed = Reply.stream(type == null ? passed.otherType() : type, this)
                .status(head.status())
                .headers(passed.fields(head, exchange));
        boolean hasBody = head.status() != NO_CONTENT && head.status() != NOT_MODIFIED;
        return hasBody && head.contentLength() >= 0 ? streamed.length(head.contentLength()) : streamed;
    }

    @Override
    public void onBodyPart(Exchange exchange, BodyPart part) {
        signals.add(new Signal(part, null));
        drain();
    }

    @Override
    public void onEnded(Exchange exchange, Outcome outcome) {
        ExchangeException failure = exchange.failure();
        Reply begun = headOnly;
        if (failure == null && begun != null) {
            reply.complete(begun);
        }
        if (failure == null || !reply.completeExceptionally(failure)) {
            signals.add(new Signal(null, failure));
            drain();
        }
    }

    // ---- The subscriber. -----------------------------------------------------------------------------------------

    @Override
    public void subscribe(Flow.Subscriber<? super ByteBuffer> reader) {
        Objects.requireNonNull(reader, "subscriber");
        if (!subscriber.compareAndSet(null, reader)) {
            reader.onSubscribe(new Demand(false));
            reader.onError(new IllegalStateException("the body of a partner accepts only one subscriber"));
            return;
        }
        reader.onSubscribe(new Demand(true));
        subscribed = true;
        drain();
    }

    private final class Demand implements Flow.Subscription {

        private final boolean effective;

        Demand(boolean effective) {
            this.effective = effective;
        }

        @Override
        public void request(long parts) {
            if (!effective) {
                return;
            }
            if (parts <= 0) {
                badDemand = new IllegalArgumentException("request(" + parts + "): must be positive");
            } else {
                demand.accumulateAndGet(parts, (a, b) -> a + b < 0 ? Long.MAX_VALUE : a + b);
            }
            drain();
        }

        @Override
        public void cancel() {
            if (effective) {
                cancelled = true;
                cancelExchange();
            }
        }
    }

    private void cancelExchange() {
        Exchange exchange = source;
        if (exchange != null) {
            exchange.cancel();
        }
    }

    // ---- Delivery. -----------------------------------------------------------------------------------------------

    private void drain() {
        if (calls.getAndIncrement() > 0) {
            return;
        }
        int seen = 1;
        do {
            Flow.Subscriber<? super ByteBuffer> reader = subscriber.get();
            if (reader != null && subscribed) {
                try {
                    deliver(reader);
                } catch (RuntimeException | Error x) {
                    LOG.error("a subscriber of a partner's body failed", x);
                    over = true;
                    cancelExchange();
                }
            }
            seen = calls.addAndGet(-seen);
        } while (seen > 0);
    }

    private void deliver(Flow.Subscriber<? super ByteBuffer> reader) {
        while (!over && !cancelled) {
            IllegalArgumentException bad = badDemand;
            Signal next = signals.peek();
            if (bad != null) {
                over = true;
                cancelExchange();
                reader.onError(bad);
            } else if (next == null) {
                if (!askForNext()) {
                    return;
                }
            } else if (next.part == null) {
                over = true;
                end(reader, next.failure);
            } else if (demand.get() > 0) {
                signals.remove();
                demand.decrementAndGet();
                delivered = next.part;
                reader.onNext(next.part.bytes());
            } else {
                return;
            }
        }
    }

    private static void end(Flow.Subscriber<? super ByteBuffer> reader, @Nullable ExchangeException failure) {
        if (failure == null) {
            reader.onComplete();
        } else {
            reader.onError(failure);
        }
    }

    private boolean askForNext() {
        BodyPart last = delivered;
        if (last == null || demand.get() == 0) {
            return false;
        }
        delivered = null;
        last.next();
        return true;
    }

    /** A part, or, without one, the end: complete if there is no failure. */
    private record Signal(@Nullable BodyPart part, @Nullable ExchangeException failure) {}
}
