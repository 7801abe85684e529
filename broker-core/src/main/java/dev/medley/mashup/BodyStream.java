package dev.medley.mashup;

import dev.medley.connection.ResponseHead;
import dev.medley.exchange.BodyPart;
import dev.medley.exchange.Exchange;
import dev.medley.exchange.ExchangeException;
import dev.medley.exchange.ExchangeListener;
import dev.medley.exchange.Outcome;
import dev.medley.exchange.Reason;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The body of one partner on its way into a reply, a part at a time. The reply is there as soon as the partner's headers
 * are; whoever writes it connects a {@link Sink}.
 *
 * <p>Thread-safe: what comes before the sink does waits in {@link #early}, of which there is at most one part and the end,
 * as a part comes only after the one before it was taken.
 */
public final class BodyStream implements ExchangeListener {

    private static final int FIRST_ERROR = 400;
    private static final String UNKNOWN_TYPE = "application/octet-stream";

    private final CompletableFuture<Reply> reply = new CompletableFuture<>();
    private final AtomicReference<Early> early = new AtomicReference<>(new Early(null, null, null));
    private volatile long length = -1;

    /** Takes the parts of a body. Called by one broker thread at a time; must not block. */
    public interface Sink {

        /** A part; the next one comes after {@link BodyPart#next()}. */
        void onPart(BodyPart part);

        /** The end: complete if {@code failure} is null, else cut off. */
        void onEnd(@Nullable ExchangeException failure);
    }

    BodyStream() {}

    /** Has {@code sink} told of everything from the beginning on. Once. */
    public void connect(Sink sink) {
        Early before = early.getAndUpdate(e -> new Early(e.part, e.end, sink));
        if (before.part != null) {
            sink.onPart(before.part);
        }
        if (before.end != null) {
            sink.onEnd(before.end.failure);
        }
    }

    /** Its length in bytes, or -1 when the partner did not tell. */
    public long length() {
        return length;
    }

    CompletionStage<Reply> reply() {
        return reply;
    }

    @Override
    public void onHeadersCompleted(Exchange exchange) {
        ResponseHead head = exchange.head();
        if (head == null || head.status() >= FIRST_ERROR) {
            // RequestSummary with as it is; thrown, it ends the exchange, whose body nobody wants.
            ProblemException refused = new ProblemException(
                    Problem.of(Reason.UNEXPECTED_STATUS, exchange.partner().name(), exchange.state()));
            reply.completeExceptionally(refused);
            throw refused;
        }
        length = head.contentLength();
        String type = head.header("Content-Type");
        reply.complete(Reply.stream(type == null ? UNKNOWN_TYPE : type, this).status(head.status()));
    }

    @Override
    public void onBodyPart(Exchange exchange, BodyPart part) {
        Early before = early.getAndUpdate(e -> e.sink == null ? new Early(part, e.end, null) : e);
        if (before.sink != null) {
            before.sink.onPart(part);
        }
    }

    @Override
    public void onEnded(Exchange exchange, Outcome outcome) {
        ExchangeException failure = exchange.failure();
        if (failure != null && reply.completeExceptionally(failure)) {
            return;
        }
        End end = new End(failure);
        Early before = early.getAndUpdate(e -> e.sink == null ? new Early(e.part, end, null) : e);
        if (before.sink != null) {
            before.sink.onEnd(failure);
        }
    }

    private record End(@Nullable ExchangeException failure) {}

    private record Early(
            @Nullable BodyPart part,
            @Nullable End end,
            @Nullable Sink sink) {}
}
