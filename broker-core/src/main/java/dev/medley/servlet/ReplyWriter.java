package dev.medley.servlet;

import dev.medley.connection.Header;
import dev.medley.exchange.ExchangeException;
import dev.medley.mashup.BodyStream;
import dev.medley.mashup.Mashup;
import dev.medley.mashup.Problem;
import dev.medley.mashup.Reply;
import dev.medley.thread.Clock;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.http.HttpServletResponse;
import java.io.EOFException;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes one reply. While nothing of it has left the container's buffer, another one can still take its place: the
 * problem that a partner broke off, or that it cannot be written at all.
 */
final class ReplyWriter {

    private static final Logger LOG = LoggerFactory.getLogger(ReplyWriter.class);
    /** A reply below this size goes to the container's buffer at once; one that fills it would be written by blocking. */
    private static final int BUFFERED = 32 * 1024;

    private static final int INTERNAL_ERROR = 500;

    private final HttpServletResponse response;
    private final Reply reply;
    private final Mashup mashup;
    private final long arrivedNanos;
    private final Clock clock;
    private final Ended ended;
    /** Whether it takes the place of another one; no third one will. */
    private final boolean second;
    /** What goes on writing a body. */
    private volatile @Nullable BodyWriter active;

    /** Told of the end of the reply. */
    interface Ended {
        void ended(int status, boolean clientGone);
    }

    ReplyWriter(HttpServletResponse response, Reply reply, Mashup mashup, long arrivedNanos, Clock clock, Ended ended) {
        this(response, reply, mashup, arrivedNanos, clock, ended, false);
    }

    private ReplyWriter(
            HttpServletResponse response,
            Reply reply,
            Mashup mashup,
            long arrivedNanos,
            Clock clock,
            Ended ended,
            boolean second) {
        this.response = response;
        this.reply = reply;
        this.mashup = mashup;
        this.arrivedNanos = arrivedNanos;
        this.clock = clock;
        this.ended = ended;
        this.second = second;
    }

    /** Whether the container's buffer takes it whole. */
    boolean isSmall() {
        return reply.stream() == null && reply.body().length < BUFFERED;
    }

    /** Writes a small reply to a request that holds a thread: to the container's buffer, so without blocking. */
    void writeHere() throws IOException {
        try {
            writeHead();
            writeSmall();
        } catch (IOException x) {
            ended.ended(reply.status(), true);
            throw x;
        } catch (RuntimeException x) {
            Problem problem = problemOf(x);
            if (isTooLate()) {
                ended.ended(problem.status(), false);
                throw new IOException(MashupServlet.CUT_OFF, x);
            }
            instead(problem).writeHere();
            return;
        }
        ended.ended(reply.status(), false);
    }

    /** Writes the reply to a suspended request, and completes it. Does not block. */
    void writeAndComplete(AsyncContext suspended) {
        Suspended end = new Suspended(suspended);
        try {
            writeHead();
            if (isSmall()) {
                writeSmall();
                end.written();
            } else {
                BodyWriter writer = bodyWriter(end);
                writer.start();
                // Not before: nobody may end what has not begun.
                active = writer;
            }
        } catch (IOException | IllegalStateException x) {
            LOG.debug("the client is gone", x);
            end.clientGone();
        } catch (RuntimeException x) {
            end.failed(problemOf(x));
        }
    }

    /** The client has left a suspended request. What is still being written ends. */
    void clientGone() {
        BodyWriter writer = active;
        if (writer != null) {
            writer.onError(new EOFException("the client has left"));
        }
    }

    /** There is no time left. What is still being written to a suspended request is broken off. */
    void breakOff(Problem why) {
        BodyWriter writer = active;
        if (writer != null) {
            writer.breakOff(why);
        }
    }

    /** Without a length told beforehand, so that the container does not write it out here. */
    private void writeSmall() throws IOException {
        response.setBufferSize(BUFFERED);
        response.getOutputStream().write(reply.body());
    }

    private BodyWriter bodyWriter(BodyEnd end) throws IOException {
        ServletOutputStream out = response.getOutputStream();
        BodyStream stream = reply.stream();
        if (stream != null) {
            return new StreamWriter(out, stream, end);
        }
        response.setContentLength(reply.body().length);
        return new BytesWriter(out, reply.body(), end);
    }

    private void writeHead() {
        response.setStatus(reply.status());
        response.setContentType(reply.type());
        for (Header header : reply.headers()) {
            response.addHeader(header.name(), header.value());
        }
        response.setHeader("Server-Timing", ServerTiming.of(mashup.exchanges(), clock.nanoTime() - arrivedNanos));
        BodyStream stream = reply.stream();
        if (stream != null && stream.length() >= 0) {
            response.setContentLengthLong(stream.length());
        }
    }

    private Problem problemOf(RuntimeException failure) {
        LOG.error("a reply with status {} and type {} cannot be written", reply.status(), reply.type(), failure);
        return Problem.of(INTERNAL_ERROR, "the mashup failed");
    }

    /** Whether the client may have seen some of this reply, or another one would fare no better. */
    private boolean isTooLate() {
        return second || response.isCommitted();
    }

    private ReplyWriter instead(Problem problem) {
        response.reset();
        return new ReplyWriter(response, problem.toReply(), mashup, arrivedNanos, clock, ended, true);
    }

    /** Ends a suspended request when its reply has ended. */
    private final class Suspended implements BodyEnd {

        private final AsyncContext suspended;

        Suspended(AsyncContext suspended) {
            this.suspended = suspended;
        }

        @Override
        public void written() {
            end(suspended::complete, reply.status(), false);
        }

        @Override
        public void clientGone() {
            end(suspended::complete, reply.status(), true);
        }

        @Override
        public void cutOff(ExchangeException failure) {
            failed(Problem.of(failure));
        }

        @Override
        public void overdue(Problem why) {
            failed(why);
        }

        /**
         * What has been cut off must not look complete: the request is dispatched once more, to a servlet that throws,
         * upon which containers break the response off.
         */
        void failed(Problem problem) {
            if (isTooLate()) {
                end(suspended::dispatch, problem.status(), false);
            } else {
                instead(problem).writeAndComplete(suspended);
            }
        }

        private void end(Runnable ending, int status, boolean clientGone) {
            try {
                ending.run();
            } catch (IllegalStateException x) {
                LOG.debug("the container has ended it before", x);
            }
            ended.ended(status, clientGone);
        }
    }
}
