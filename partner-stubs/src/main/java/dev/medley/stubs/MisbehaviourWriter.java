package dev.medley.stubs;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.medley.stubs.internal.endpoint.StubResponse;
import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.http2.ErrorCode;
import org.eclipse.jetty.http2.HTTP2Connection;
import org.eclipse.jetty.http2.api.Stream;
import org.eclipse.jetty.http2.frames.ResetFrame;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;

/** Carries out the misbehaviours of one request. Nothing in here blocks. */
final class MisbehaviourWriter {

    private static final byte[] DOCUMENT =
            "{\"fault\":\"the second half of this document is never sent\"}".getBytes(UTF_8);

    private static final String NOT_HTTP = "this is not HTTP\r\n\r\n";

    private final PendingRequest exchange;
    private final Delays delays;

    MisbehaviourWriter(PendingRequest exchange, Delays delays) {
        this.exchange = exchange;
        this.delays = delays;
    }

    void write(StubAnswer answer, StubMisbehaviour misbehaviour) {
        switch (misbehaviour) {
            case RESET -> reset(ErrorCode.CANCEL_STREAM_ERROR);
            case RESET_AFTER_HEADERS ->
                begin(answer, BufferUtil.EMPTY_BUFFER, () -> reset(ErrorCode.CANCEL_STREAM_ERROR));
            case TRUNCATED_BODY -> begin(answer, half(), this::fail);
            case HANG -> hang();
            case HANG_IN_BODY -> begin(answer, half(), this::hang);
            case MALFORMED_JSON ->
                exchange.write(
                        StubResponse.of(200, "application/json", new String(DOCUMENT, 0, DOCUMENT.length / 2, UTF_8))
                                .with(answer.fields()));
            case MALFORMED_HTTP -> malformed();
        }
    }

    private static ByteBuffer half() {
        return ByteBuffer.wrap(DOCUMENT, 0, DOCUMENT.length / 2);
    }

    /** Writes the head and the beginning of a body that is announced in full. */
    private void begin(StubAnswer answer, ByteBuffer start, Runnable then) {
        exchange.response().setStatus(200);
        exchange.response()
                .getHeaders()
                .add(answer.fields())
                .put(HttpHeader.CONTENT_TYPE, "application/json")
                .put(HttpHeader.CONTENT_LENGTH, DOCUMENT.length);
        exchange.response().write(false, start, Callback.from(then, exchange.callback()::failed));
    }

    private void hang() {
        delays.hang(exchange, () -> reset(ErrorCode.CANCEL_STREAM_ERROR));
    }

    private void malformed() {
        if (isHttp2()) {
            reset(ErrorCode.PROTOCOL_ERROR);
        } else {
            endPoint().write(Callback.from(this::closeAndFail), BufferUtil.toBuffer(NOT_HTTP));
        }
    }

    private void closeAndFail() {
        endPoint().close();
        fail();
    }

    private void reset(ErrorCode code) {
        if (isHttp2()) {
            resetStream(code);
        } else {
            resetConnection();
        }
        // Completes the request; what Jetty would write for it comes too late.
        fail();
    }

    private void resetStream(ErrorCode code) {
        int id = Integer.parseInt(exchange.request().getId());
        Stream stream = ((HTTP2Connection) connection()).getSession().getStream(id);
        if (stream != null) {
            stream.reset(new ResetFrame(id, code.code), Callback.NOOP);
        }
    }

    private void resetConnection() {
        EndPoint socket = endPoint();
        while (socket instanceof EndPoint.Wrapper wrapper) {
            socket = wrapper.unwrap();
        }
        try {
            if (socket.getTransport() instanceof SocketChannel channel) {
                channel.setOption(StandardSocketOptions.SO_LINGER, 0);
            }
        } catch (IOException x) {
            exchange.callback().failed(x);
        }
        socket.close();
    }

    private void fail() {
        exchange.callback().failed(new EofException("a fault of the stubs"));
    }

    private boolean isHttp2() {
        return exchange.request().getConnectionMetaData().getHttpVersion() == HttpVersion.HTTP_2;
    }

    private EndPoint endPoint() {
        return connection().getEndPoint();
    }

    private Connection connection() {
        Request request = exchange.request();
        return request.getConnectionMetaData().getConnection();
    }
}
