package dev.medley.servlet.internal.reply;

import dev.medley.mashup.Problem;
import dev.medley.mashup.Reply;
import dev.medley.mashup.Status;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.http.HttpServletResponse;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.Flow;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes one reply. While it is still in the container's buffer, another one can replace it: the problem of a
 * partner that failed, or of a reply that cannot be written.
 *
 * <p>When a client leaves, the container ends the suspended request, also while its reply is being written: from then on
 * each call of the response may throw. The container reports the client before, so that such a failure follows from it,
 * and is no error.
 */
public final class ReplyWriter {

    private static final Logger LOG = LoggerFactory.getLogger(ReplyWriter.class);
    /** A reply below this size fits into the container's buffer; a larger one would block the thread that writes it. */
    private static final int BUFFERED = 32 * 1024;

    private static final int RESET_CONTENT = 205;
    /** Its length would be that of the body which the client has (RFC 9110, section 8.6), and not 0. */
    private static final int NOT_MODIFIED = 304;

    private static final byte[] NOTHING = {};

    private final Target target;
    private final Reply reply;
    /** True if it replaces another one; no third one follows. */
    private final boolean second;
    /** The writer of a body that is not small. */
    private volatile @Nullable BodyWriter active;

    /** Reports the end of a reply. {@link #ending} comes before the container is given the request back. */
    public interface Ended {

        /** Returns whether the container has reported that the client has left, or broken off a body that is streamed. */
        boolean isClientGone();

        /** The reply is waiting for its client to read, or is not any more. Called by one thread at a time. */
        void waitsForClient(boolean waits);

        /** Returns whether a body that is streamed has broken off, and the client may still read. */
        boolean isBodyBrokenOff();

        /** The container is about to be given a suspended request back. */
        void ending();

        /** The container is about to be given a suspended request back, and writes what is left of its reply. */
        void ending(int status);

        /** The container has the reply of a request that is not suspended, and writes it when it has its thread back. */
        void given(int status);

        /** The reply has ended. */
        void ended(int status, boolean clientGone);
    }

    /** The response that replies are written to, and its circumstances; head only for a HEAD. */
    public record Target(
            HttpServletResponse response, boolean headOnly, ReplyHead head, Failures failures, Ended ended) {}

    /** Creates a writer of {@code reply}, which it writes to {@code target}. */
    public ReplyWriter(Target target, Reply reply) {
        this(target, reply, false);
    }

    private ReplyWriter(Target target, Reply reply, boolean second) {
        this.target = target;
        this.reply = reply;
        this.second = second;
    }

    /** Returns whether the container's buffer takes the reply whole. */
    public boolean isSmall() {
        if (reply.status() == NOT_MODIFIED) {
            return false;
        }
        return target.headOnly ? !hasUnknownLength() : reply.stream() == null && body().length < BUFFERED;
    }

    private boolean hasUnknownLength() {
        return reply.length() < 0 && !excludesBody();
    }

    /** Writes a small reply to a request that holds a thread: to the container's buffer, so without blocking. */
    public void writeHere() throws IOException {
        try {
            target.head.write(reply, target.response);
            writeSmall();
        } catch (IOException x) {
            target.ended.ended(reply.status(), true);
            throw x;
        } catch (RuntimeException | Error x) {
            Problem problem = target.failures.ofWriting(x);
            ReplyWriter other = instead(problem);
            if (other == null) {
                target.ended.ended(problem.status(), false);
                throw new IOException(BrokenOff.MESSAGE, x);
            }
            other.writeHere();
            return;
        }
        target.ended.given(reply.status());
    }

    /**
     * Writes a small reply whole, while the thread that the container gave the request has not come back: the container
     * would not send its buffer before that.
     *
     * @return false if it could not be written
     */
    public boolean writeThrough(@Nullable AsyncContext suspended) {
        boolean gone = false;
        try {
            target.head.write(reply, target.response);
            // A next request on this connection would wait for that thread, without a deadline. HTTP/2 leaves the field
            // out.
            target.response.setHeader("Connection", "close");
            if (!target.headOnly) {
                target.response.setContentLength(body().length);
            }
            writeSmall();
            target.response.flushBuffer();
        } catch (IOException x) {
            LOG.debug("the client is gone", x);
            gone = true;
        } catch (RuntimeException | Error x) {
            if (!target.ended.isClientGone()) {
                return writeThroughInstead(target.failures.ofWriting(x), suspended);
            }
            LOG.debug("the client has left", x);
            gone = true;
        }
        if (suspended == null) {
            target.ended.ended(reply.status(), gone);
        } else if (gone) {
            new Suspended(suspended).clientGone();
        } else {
            new Suspended(suspended).writtenThrough();
        }
        return true;
    }

    private boolean writeThroughInstead(Problem problem, @Nullable AsyncContext suspended) {
        ReplyWriter other = instead(problem);
        if (other != null) {
            return other.writeThrough(suspended);
        }
        if (suspended != null) {
            new Suspended(suspended).breakOff(problem);
        } else {
            target.ended.ended(problem.status(), false);
        }
        return false;
    }

    /** Writes the reply to a suspended request, and completes it. Does not block, and does not throw. */
    public void writeAndComplete(AsyncContext suspended) {
        Suspended end = new Suspended(suspended);
        try {
            target.head.write(reply, target.response);
            if (isSmall()) {
                writeSmall();
            } else {
                BodyWriter writer = bodyWriter(end);
                writer.start();
                // Not before: a body cannot end before it has begun.
                active = writer;
                return;
            }
        } catch (IOException x) {
            LOG.debug("the client is gone", x);
            end.clientGone();
            return;
        } catch (RuntimeException | Error x) {
            end.cannotWrite(x);
            return;
        }
        end.written();
    }

    /** The client has left a suspended request. A body that is still being written ends. */
    public void clientGone() {
        BodyWriter writer = active;
        if (writer != null) {
            writer.onError(new EOFException("the client has left"));
        }
    }

    /** The deadline has passed. A body that is still being written to a suspended request is broken off. */
    public void breakOff(Problem why) {
        BodyWriter writer = active;
        if (writer != null) {
            writer.breakOff(why);
        }
    }

    /** Without a length set beforehand, so that the container does not write it out here. */
    private void writeSmall() throws IOException {
        if (target.headOnly) {
            if (reply.length() >= 0 && !excludesBody()) {
                target.response.setContentLengthLong(reply.length());
            }
            return;
        }
        byte[] body = body();
        // One byte more: a container writes out a buffer that is full.
        target.response.setBufferSize(body.length + 1);
        target.response.getOutputStream().write(body);
    }

    /** The body, unless the status excludes one (RFC 9110, sections 15.3.5 and 15.3.6): Jetty fails on a large one then. */
    private byte[] body() {
        return excludesBody() ? NOTHING : reply.body();
    }

    private boolean excludesBody() {
        return reply.status() == Status.NO_CONTENT || reply.status() == RESET_CONTENT;
    }

    private BodyWriter bodyWriter(Suspended end) throws IOException {
        ServletOutputStream out = target.response.getOutputStream();
        if (target.headOnly || reply.status() == NOT_MODIFIED) {
            return new HeadWriter(out, end);
        }
        Flow.Publisher<ByteBuffer> stream = reply.stream();
        if (reply.length() >= 0) {
            target.response.setContentLengthLong(reply.length());
        }
        return stream == null
                ? new BytesWriter(out, reply.body(), end)
                : new StreamWriter(out, stream, reply.length(), end);
    }

    /** Returns the writer of a problem in place of this reply; null if the client may have received part of it. */
    private @Nullable ReplyWriter instead(Problem problem) {
        if (second) {
            return null;
        }
        try {
            if (target.response.isCommitted()) {
                return null;
            }
            target.response.reset();
        } catch (RuntimeException | Error x) {
            LOG.warn("the response cannot be reset to reply with a problem", x);
            return null;
        }
        return new ReplyWriter(target, problem.toReply(), true);
    }

    /**
     * The writing of a body to a suspended request, and its end. One of the methods for the end is called, once; none of them blocks.
     */
    final class Suspended {

        private final AsyncContext suspended;

        Suspended(AsyncContext suspended) {
            this.suspended = suspended;
        }

        /** All of it has been written. */
        void written() {
            target.ended.ending(reply.status());
            if (!tryEnd(suspended::complete)) {
                target.ended.ended(reply.status(), target.ended.isClientGone());
            }
        }

        /** The client has the reply, and the container ends the request when it has its thread back. */
        void writtenThrough() {
            end(suspended::complete, reply.status(), false);
        }

        /** The body begins to wait for the client to read, or goes on. Called by one thread at a time, also as the body ends. */
        void waitsForClient(boolean waits) {
            target.ended.waitsForClient(waits);
        }

        /** The client has left, as the container reports, or an {@link java.io.IOException} shows. */
        void clientGone() {
            forgetLength();
            // An end in order would make a reply that is cut off look complete.
            boolean cutOff = target.ended.isBodyBrokenOff() && target.response.isCommitted();
            end(cutOff ? () -> BrokenOff.dispatch(suspended) : suspended::complete, reply.status(), true);
        }

        /** The rest of the announced length does not follow, which the container would report as a failure. */
        private void forgetLength() {
            if (reply.length() < 0) {
                return;
            }
            try {
                target.response.setContentLengthLong(-1);
            } catch (RuntimeException x) {
                LOG.debug("the container has already ended the request", x);
            }
        }

        /** The rest of the body fails, or cannot be written. */
        void failed(Throwable failure) {
            replace(failure, target.failures::of);
        }

        void cannotWrite(Throwable failure) {
            replace(failure, target.failures::ofWriting);
        }

        private void replace(Throwable failure, Function<Throwable, Problem> toProblem) {
            if (target.ended.isClientGone()) {
                LOG.debug("the client has left", failure);
                clientGone();
            } else {
                replace(toProblem.apply(failure));
            }
        }

        /** The deadline has passed. */
        void overdue(Problem why) {
            replace(why);
        }

        /** Replies with {@code problem} instead; if part of the reply is out, breaks it off. */
        void replace(Problem problem) {
            ReplyWriter other = instead(problem);
            if (other == null) {
                breakOff(problem);
            } else {
                other.writeAndComplete(suspended);
            }
        }

        void breakOff(Problem problem) {
            end(() -> BrokenOff.dispatch(suspended), problem.status(), false);
        }

        private void end(Runnable ending, int status, boolean clientGone) {
            target.ended.ending();
            tryEnd(ending);
            target.ended.ended(status, clientGone);
        }

        /** Returns false if the container does not take the request back: it has ended it before. */
        private boolean tryEnd(Runnable ending) {
            try {
                ending.run();
                return true;
            } catch (IllegalStateException x) {
                LOG.debug("the container has already ended the request", x);
            } catch (RuntimeException | Error x) {
                if (target.ended.isClientGone()) {
                    LOG.debug("the client has left", x);
                } else {
                    LOG.error("the container does not end a request", x);
                }
            }
            return false;
        }
    }
}
