package dev.medley.servlet.internal;

import dev.medley.connection.ConnectionInfo;
import dev.medley.connection.Protocol;
import dev.medley.exchange.Exchange;
import dev.medley.mashup.Problem;
import dev.medley.mashup.ReplyEnd;
import dev.medley.mashup.internal.ExpiringStream;
import dev.medley.servlet.internal.admission.Decision;
import dev.medley.servlet.internal.admission.HeldAdmission;
import dev.medley.servlet.internal.inbound.RequestSummary;
import dev.medley.servlet.internal.reply.BrokenOff;
import dev.medley.servlet.internal.reply.ReplyHead;
import dev.medley.servlet.internal.reply.ReplyWriter;
import dev.medley.servlet.internal.routing.AllowedMethods;
import dev.medley.trace.internal.InboundSpan;
import jakarta.servlet.AsyncContext;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The reply to one inbound request, from the decision to the end: it is written, or breaks off, is given to the container, and
 * is reported once. Until then it counts the bytes that wait for the client.
 */
final class InboundReply implements ReplyWriter.Ended {

    /** The time that a stream has for its last part after the deadline, and the container for a reply that it has. */
    private static final Duration TIME_TO_EXPIRE = Duration.ofSeconds(1);
    /** Bytes of a streamed reply that are held while it waits for its client, and of the container's buffer beside a small one. */
    private static final int PART = 16 * 1024;

    /** Bytes that a partner may send over HTTP/2 of a body that is not read meanwhile: the window of a stream. */
    private static final int WINDOW = 64 * 1024;

    private static final int BUFFER = 4 * 1024;
    private static final int NOT_GIVEN = 0;

    private final ArrivedRequest request;
    /** True once Medley gives the request back to the container, which otherwise has ended it by itself. */
    private final AtomicBoolean ending = new AtomicBoolean();

    private final AtomicBoolean reported = new AtomicBoolean();
    /** The status of a reply that the container has and writes; {@link #NOT_GIVEN} before. */
    private volatile int given = NOT_GIVEN;
    /** Bytes of the reply that the account holds while they wait to be written. */
    private final AtomicLong unwritten = new AtomicLong();

    private volatile boolean clientGone;
    /** Set once the deadline has passed while the reply was being written. */
    private volatile @Nullable Problem overdue;

    private volatile @Nullable ReplyWriter writing;
    /** What the request has to give back of its admission. */
    private volatile HeldAdmission held = HeldAdmission.NONE;

    InboundReply(ArrivedRequest request) {
        this.request = request;
    }

    /** Takes over {@code given}, and ends it with the request. */
    void hold(HeldAdmission given) {
        held = given;
    }

    /** The request is decided. */
    void decided(Decision decision) {
        held.decided(decision);
    }

    /** Returns the writer of the decided reply. */
    ReplyWriter writer(Decision decision) {
        return new ReplyWriter(
                new ReplyWriter.Target(
                        request.response(),
                        AllowedMethods.hasNoBody(request.inbound().method()),
                        new ReplyHead(
                                request.snapshot()
                                        .replyFields()
                                        .withTiming(request.served().timing()),
                                request.requestContext().id(),
                                request.mashup(),
                                request.phases()),
                        request.failures(),
                        this),
                request.snapshot()
                        .replyForm()
                        .of(
                                request.forCaches(decision.reply()),
                                request.inbound().method(),
                                request.request()));
    }

    /** Returns the bytes of the decided reply that are read once more before it is written. */
    long bytesToRead(Decision decision) {
        return request.snapshot()
                .replyForm()
                .bytesToRead(decision.reply(), request.inbound().method(), request.request());
    }

    /** Writes the reply to a suspended request. */
    void write(ReplyWriter writer, AsyncContext suspended) {
        writing = writer;
        writer.writeAndComplete(suspended);
        // The client may have left, or the deadline passed, before the writer was set.
        if (clientGone) {
            writer.clientGone();
        }
        Problem late = overdue;
        if (late != null) {
            writer.breakOff(late);
        }
    }

    /** Returns the writer of the decided reply, as {@link #writer}; null if it is not written, as its client has left or its deadline passed. */
    @Nullable
    ReplyWriter writerLater(Decision decision) {
        return clientGone || overdue != null ? null : writer(decision);
    }

    /** As below; if the reply has no writer because of {@code failure}, such as no memory to compress it, the problem of that is written. */
    void writeLater(
            @Nullable ReplyWriter writer, @Nullable Throwable failure, Decision decision, AsyncContext suspended) {
        if (failure == null || clientGone) {
            writeLater(writer, decision, suspended);
        } else {
            Decision problem =
                    new Decision(request.failures().ofWriting(failure).toReply(), decision.cause());
            writeLater(writer(problem), problem, suspended);
        }
    }

    /** As {@link #write}, after a time in which the client may have left, or the deadline passed. */
    private void writeLater(@Nullable ReplyWriter writer, Decision decision, AsyncContext suspended) {
        Problem late = overdue;
        if (clientGone) {
            ended(decision.reply().status(), true);
            if (beginsEnding()) {
                BrokenOff.complete(suspended);
            }
        } else if (late == null) {
            write(Objects.requireNonNull(writer), suspended);
        } else {
            write(writer(new Decision(late.toReply(), Decision.Cause.DEADLINE)), suspended);
            boundUnwritten();
        }
    }

    // ---- The client has left. -----------------------------------------------------------------------------------

    /** The client has left: from now on, what the response throws follows from it. */
    void markClientGone() {
        clientGone = true;
    }

    /** Ends a reply that was decided before the client left: it may wait for a partner's next part, or for the client. */
    void leave() {
        ReplyWriter writer = writing;
        if (writer != null) {
            writer.clientGone();
        }
    }

    /** Returns whether the caller has to give the request back to the container. */
    boolean beginsEnding() {
        return ending.compareAndSet(false, true);
    }

    /** Returns whether Medley gives the request back to the container, or has. */
    boolean isEnding() {
        return ending.get();
    }

    // ---- The deadline has passed. -------------------------------------------------------------------------------

    /** The deadline has passed after the decision. */
    void expire(Problem problem) {
        Decision decided = request.decision();
        if (decided != null && decided.reply().stream() instanceof ExpiringStream stream) {
            request.extendDeadline(TIME_TO_EXPIRE, () -> breakOffExpired(problem));
            stream.expire(problem);
            return;
        }
        breakOff(problem);
        boundUnwritten();
    }

    /** The stream has had its time. It may have ended since, and wait in the container; else a problem may replace it, which has time, too. */
    private void breakOffExpired(Problem problem) {
        breakOffUnwritten();
        if (!reported.get()) {
            breakOff(problem);
            boundUnwritten();
        }
    }

    /** The container has a bounded time for what it still has to write. */
    void boundUnwritten() {
        if (!reported.get()) {
            request.extendDeadline(TIME_TO_EXPIRE, this::breakOffUnwritten);
        }
    }

    /** Ends a reply that the container has been given and has not written. */
    private void breakOffUnwritten() {
        int status = given;
        if (status != NOT_GIVEN && !reported.get()) {
            request.breakOffClient();
            request.context().run(() -> ended(status, true));
        }
    }

    private void breakOff(Problem problem) {
        overdue = problem;
        ReplyWriter writer = writing;
        if (writer != null) {
            writer.breakOff(problem);
        }
    }

    // ---- Reports of the writer and of the container. ------------------------------------------------------------

    @Override
    public boolean isClientGone() {
        return clientGone || request.inbound().brokenOff();
    }

    @Override
    public void waitsForClient(boolean waits) {
        if (waits) {
            holdUnwritten(PART + unreadOfPartners());
        } else {
            releaseUnwritten();
        }
        held.waitsForClient(waits);
    }

    @Override
    public boolean isBodyBrokenOff() {
        return !clientGone && request.inbound().brokenOff();
    }

    @Override
    public void ending() {
        ending.set(true);
        request.inbound().over();
    }

    @Override
    public void ending(int status) {
        ending();
        give(status);
    }

    @Override
    public void given(int status) {
        ClientWatch watch = request.runtime().clientWatch();
        if (watch == null) {
            ended(status, false);
        } else {
            give(status);
            request.watchReply(watch, this::written);
        }
    }

    private void give(int status) {
        holdUnwritten(BUFFER);
        given = status;
    }

    /** The container has written a reply that it was given, or has failed to. */
    void written() {
        int status = given;
        if (status != NOT_GIVEN) {
            request.context().run(() -> ended(status, clientGone));
        }
    }

    /** The reply is written, or has failed. */
    @Override
    public void ended(int status, boolean gone) {
        if (!reported.compareAndSet(false, true)) {
            return;
        }
        request.cancelDeadline();
        request.cancelOutstanding();
        held.end();
        request.inbound().release();
        releaseUnwritten();
        long now = request.clock().nanoTime();
        request.phases().ended(now);
        long nanos = now - request.arrivedNanos();
        InboundSpan span = request.requestContext().span();
        if (span != null) {
            span.missing(request.mashup().missing());
            span.end(status, gone);
        }
        request.settleTokens();
        request.mashup().replied(new ReplyEnd(status, nanos, gone));
        request.mashup().release();
        Decision decided = request.decision();
        RequestSummary summary = new RequestSummary(
                request.served().name(),
                status,
                nanos,
                gone,
                decided == null ? null : decided.refusedBy(),
                request.phases());
        if (span == null) {
            request.reportEnd(summary);
        } else {
            span.during(() -> request.reportEnd(summary));
        }
    }

    // ---- Bytes that wait for the client. ------------------------------------------------------------------------

    /** What may come of streamed bodies while the reply waits; over HTTP/1.1 it stays with the partner. */
    private long unreadOfPartners() {
        long bytes = 0;
        for (Exchange each : request.mashup().exchanges()) {
            ConnectionInfo connection = each.isStreamed() && each.outcome() == null ? each.connection() : null;
            if (connection != null && connection.protocol() == Protocol.HTTP_2) {
                bytes += WINDOW;
            }
        }
        return bytes;
    }

    private void holdUnwritten(long least) {
        Decision decided = request.decision();
        long bytes = least + (decided == null ? 0 : decided.reply().body().length);
        request.account().take(bytes);
        unwritten.addAndGet(bytes);
        if (reported.get()) {
            releaseUnwritten();
        }
    }

    private void releaseUnwritten() {
        request.account().release(unwritten.getAndSet(0));
    }
}
