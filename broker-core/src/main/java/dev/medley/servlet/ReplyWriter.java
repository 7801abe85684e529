package dev.medley.servlet;

import dev.medley.connection.Header;
import dev.medley.mashup.BodyStream;
import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.thread.Time;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes one reply. */
final class ReplyWriter {

    private static final Logger LOG = LoggerFactory.getLogger(ReplyWriter.class);
    /** A reply up to this size goes to the container's buffer at once, which it writes out without blocking. */
    private static final int BUFFERED = 32 * 1024;

    private final HttpServletResponse response;
    private final Reply reply;
    private final Mashup mashup;
    private final long arrivedNanos;
    private final Time time;
    private final Ended ended;

    /** Told of the end of the reply. */
    interface Ended {
        void ended(int status, boolean clientGone);
    }

    ReplyWriter(HttpServletResponse response, Reply reply, Mashup mashup, long arrivedNanos, Time time, Ended ended) {
        this.response = response;
        this.reply = reply;
        this.mashup = mashup;
        this.arrivedNanos = arrivedNanos;
        this.time = time;
        this.ended = ended;
    }

    /** Writes the reply to a request that holds a thread. */
    void writeBlocking() throws IOException {
        boolean gone = false;
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
            gone = true;
            LOG.debug("the client is gone", x);
            throw x;
        } finally {
            ended.ended(reply.status(), gone);
        }
    }

    /** Writes the reply to a suspended request, and completes it. Does not block. */
    void writeAndComplete(AsyncContext suspended) {
        try {
            writeHead();
            BodyStream stream = reply.stream();
            byte[] body = reply.body();
            ServletOutputStream out = response.getOutputStream();
            if (stream != null) {
                new StreamWriter(suspended, out, stream, gone -> ended.ended(reply.status(), gone)).start();
            } else if (body.length <= BUFFERED) {
                // Without a length told beforehand, so that the container does not write it out here.
                response.setBufferSize(BUFFERED);
                out.write(body);
                suspended.complete();
                ended.ended(reply.status(), false);
            } else {
                response.setContentLength(body.length);
                new BytesWriter(suspended, out, body, gone -> ended.ended(reply.status(), gone)).start();
            }
        } catch (IOException | IllegalStateException x) {
            LOG.debug("the client is gone", x);
            suspended.complete();
            ended.ended(reply.status(), true);
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
}
