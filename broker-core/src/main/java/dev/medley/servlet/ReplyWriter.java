package dev.medley.servlet;

import dev.medley.connection.Header;
import dev.medley.exchange.ExchangeException;
import dev.medley.mashup.BodyStream;
import dev.medley.mashup.Mashup;
import dev.medley.mashup.Problem;
import dev.medley.mashup.Reply;
import dev.medley.thread.Time;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
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
    /** A reply up to this size goes to the container's buffer at once, which it writes out without blocking. */
    private static final int BUFFERED = 32 * 1024;

    private static final int INTERNAL_ERROR = 500;

    private final HttpServletResponse response;
    private final Reply reply;
    private final Mashup mashup;
    private final long arrivedNanos;
    private final Time time;
    private final Ended ended;
    /** Whether it takes the place of another one; no third one will. */
    private final boolean second;
    /** What goes on writing a body. */
    private volatile @Nullable WriteListener listener;

    /** Told of the end of the reply. */
    interface Ended {
        void ended(int status, boolean clientGone);
    }

    ReplyWriter(HttpServletResponse response, Reply reply, Mashup mashup, long arrivedNanos, Time time, Ended ended) {
        this(response, reply, mashup, arrivedNanos, time, ended, false);
    }

    private ReplyWriter(
            HttpServletResponse response,
            Reply reply,
            Mashup mashup,
            long arrivedNanos,
            Time time,
            Ended ended,
            boolean second) {
        this.response = response;
        this.reply = reply;
        this.mashup = mashup;
        this.arrivedNanos = arrivedNanos;
        this.time = time;
        this.ended = ended;
        this.second = second;
    }

    /** Writes the reply to a request that holds a thread. */
    void writeBlocking() throws IOException {
        try {
            writeHead();
            BodyStream stream = reply.stream();
            if (stream == null) {
                response.setContentLength(reply.body().length);
                response.getOutputStream().write(reply.body());
            } else {
                new BlockingStreamWriter(response.getOutputStream(), stream).write();
            }
        } catch (IOException x) {
            ended.ended(reply.status(), true);
            throw x;
        } catch (RuntimeException x) {
            Problem problem = problemOf(x);
            if (isTooLate()) {
                ended.ended(problem.status(), false);
                throw new IOException(MashupServlet.CUT_OFF, x);
            }
            instead(problem).writeBlocking();
            return;
        }
        ended.ended(reply.status(), false);
    }

    /** Writes the reply to a suspended request, and completes it. Does not block. */
    void writeAndComplete(AsyncContext suspended) {
        try {
            writeHead();
            BodyStream stream = reply.stream();
            byte[] body = reply.body();
            ServletOutputStream out = response.getOutputStream();
            if (stream != null) {
                StreamWriter writer = new StreamWriter(out, stream, new Suspended(suspended));
                listener = writer;
                writer.start();
            } else if (body.length <= BUFFERED) {
                // Without a length told beforehand, so that the container does not write it out here.
                response.setBufferSize(BUFFERED);
                out.write(body);
                new Suspended(suspended).written();
            } else {
                response.setContentLength(body.length);
                BytesWriter writer = new BytesWriter(out, body, new Suspended(suspended));
                listener = writer;
                writer.start();
            }
        } catch (IOException | IllegalStateException x) {
            LOG.debug("the client is gone", x);
            new Suspended(suspended).clientGone();
        } catch (RuntimeException x) {
            new Suspended(suspended).failed(problemOf(x));
        }
    }

    /** The client has left a suspended request. What is still being written ends. */
    void clientGone() {
        WriteListener active = listener;
        if (active != null) {
            active.onError(new EOFException("the client has left"));
        }
    }

    private void writeHead() {
        response.setStatus(reply.status());
        response.setContentType(reply.type());
        for (Header header : reply.headers()) {
            response.addHeader(header.name(), header.value());
        }
        response.setHeader("Server-Timing", ServerTiming.of(mashup.exchanges(), time.nanoTime() - arrivedNanos));
        BodyStream stream = reply.stream();
        if (stream != null && stream.length() >= 0) {
            response.setContentLengthLong(stream.length());
        }
    }

    private Problem problemOf(RuntimeException failure) {
        if (failure instanceof ExchangeException x) {
            return Problem.of(x);
        }
        LOG.error("a reply with status {} and type {} cannot be written", reply.status(), reply.type(), failure);
        return Problem.of(INTERNAL_ERROR, "the mashup failed");
    }

    /** Whether the client may have seen some of this reply, or another one would fare no better. */
    private boolean isTooLate() {
        return second || response.isCommitted();
    }

    private ReplyWriter instead(Problem problem) {
        response.reset();
        return new ReplyWriter(response, problem.toReply(), mashup, arrivedNanos, time, ended, true);
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
