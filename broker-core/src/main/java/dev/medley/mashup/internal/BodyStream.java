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
import java.util.Queue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The body of one partner on its way into a reply, for one subscriber. The reply is ready as soon as the partner's headers
 * have arrived; of a response without a body, when that has ended. Each part but the first is read once the subscriber has demanded it.
 *
 * <p>Thread-safe: parts and the end go through one queue, in the order of their arrival.
 */
final class BodyStream extends PartStream implements ExchangeListener {

    private static final Logger LOG = LoggerFactory.getLogger(BodyStream.class);
    private static final int NO_CONTENT = 204;
    private static final int NOT_MODIFIED = 304;

    private final BrokerStage<Reply> reply;
    private final PassedHead passed;
    private final Queue<Signal> signals = new ConcurrentLinkedQueue<>();
    private volatile @Nullable Exchange source;
    /** The reply of a response without a body, until its end. */
    private volatile @Nullable Reply headOnly;

    /** The part that was delivered last, until the next one is demanded. For {@link #next} only. */
    private @Nullable BodyPart delivered;

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
    protected String name() {
        return "the body of a partner";
    }

    @Override
    protected void unwanted() {
        Exchange exchange = source;
        if (exchange != null) {
            exchange.cancel();
        }
    }

    @Override
    protected void deliver(Flow.Subscriber<? super ByteBuffer> reader) {
        try {
            super.deliver(reader);
        } catch (RuntimeException | Error x) {
            LOG.error("a subscriber of a partner's body failed", x);
            stop();
            unwanted();
        }
    }

    @Override
    protected boolean next(Flow.Subscriber<? super ByteBuffer> reader) {
        Signal next = signals.peek();
        if (next == null) {
            return askForNext();
        }
        if (next.part == null) {
            end(reader, next.failure);
            return false;
        }
        if (!isDemanded()) {
            return false;
        }
        signals.remove();
        delivered = next.part;
        send(reader, next.part.bytes());
        return true;
    }

    private void end(Flow.Subscriber<? super ByteBuffer> reader, @Nullable ExchangeException failure) {
        if (failure == null) {
            complete(reader);
        } else {
            fail(reader, failure);
        }
    }

    private boolean askForNext() {
        BodyPart last = delivered;
        if (last == null || !isDemanded()) {
            return false;
        }
        delivered = null;
        last.next();
        return true;
    }

    /** A part, or, without one, the end: complete if there is no failure. */
    private record Signal(@Nullable BodyPart part, @Nullable ExchangeException failure) {}
}
