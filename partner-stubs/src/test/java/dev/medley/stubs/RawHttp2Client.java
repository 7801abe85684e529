package dev.medley.stubs;

import dev.medley.stubs.internal.loop.Wire;
import dev.medley.stubs.raw.Frame;
import dev.medley.stubs.raw.FrameReader;
import dev.medley.stubs.raw.HeaderBlock;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A client of HTTP/2 that sees frames, and how a connection ends. */
public final class RawHttp2Client implements AutoCloseable {

    private final FrameReader frames = new FrameReader();
    private final Socket socket;
    private final InputStream input;

    private RawHttp2Client(Socket socket) throws IOException {
        this.socket = socket;
        this.input = socket.getInputStream();
        socket.setSoTimeout(RawClient.PATIENCE_MILLIS);
    }

    /** Connects, and sends preface and SETTINGS. */
    public static RawHttp2Client to(int port, int... settings) throws IOException {
        return over(new Socket(InetAddress.getLoopbackAddress(), port), settings);
    }

    public static RawHttp2Client over(Socket socket, int... settings) throws IOException {
        RawHttp2Client client = new RawHttp2Client(socket);
        socket.getOutputStream().write(Wire.bytes(FrameReader.PREFACE));
        return client.send(Frame.settings(settings));
    }

    public RawHttp2Client send(Frame frame) throws IOException {
        socket.getOutputStream().write(frame.bytes());
        return this;
    }

    public RawHttp2Client get(int stream) throws IOException {
        return send(Frame.headers(stream, request("GET"), true));
    }

    /** Sends the head of a POST request. */
    public RawHttp2Client post(int stream) throws IOException {
        return send(Frame.headers(stream, request("POST"), false));
    }

    static byte[] request(String method) {
        return HeaderBlock.of(":method", method, ":scheme", "http", ":authority", "raw", ":path", "/path");
    }

    /** The next frame but SETTINGS and window updates as text; "closed" or "reset" at the end of the connection. */
    public String next() throws IOException {
        return next(frame -> frame.type() != Frame.SETTINGS && frame.type() != Frame.WINDOW_UPDATE);
    }

    /** The next frame whatever it is. */
    public String nextOfAny() throws IOException {
        return next(frame -> true);
    }

    private String next(Predicate<Frame> wanted) throws IOException {
        try {
            Frame frame = read();
            while (!wanted.test(frame)) {
                frame = read();
            }
            return FrameText.of(frame);
        } catch (EOFException x) {
            return "closed";
        } catch (SocketException x) {
            return "reset";
        }
    }

    private Frame read() throws IOException {
        @Nullable Frame frame = frames.next();
        while (frame == null) {
            byte[] bytes = new byte[Frame.MAX_PAYLOAD];
            int length = input.read(bytes);
            if (length < 0) {
                throw new EOFException("end of the connection");
            }
            frames.receive(ByteBuffer.wrap(bytes, 0, length));
            frame = frames.next();
        }
        return frame;
    }

    public RawHttp2Client patience(int millis) throws IOException {
        socket.setSoTimeout(millis);
        return this;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
