package dev.medley.connection;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.ProtocolException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.CompletionException;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.http2.ErrorCode;
import org.eclipse.jetty.http2.api.Stream;
import org.eclipse.jetty.http2.frames.DataFrame;
import org.eclipse.jetty.http2.frames.HeadersFrame;
import org.eclipse.jetty.http2.frames.ResetFrame;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/** A stream of an {@link Http2Gateway}: one thread sends the request to the partner, another takes the response back. */
final class GatewayStream implements Stream.Listener {

    private static final int PIECE = 8 * 1024;
    private static final int UNTIL_THE_END = -1;
    private static final int CHUNKED = -2;

    private final Http2Gateway gateway;
    private final Stream stream;
    private final MetaData.Request request;
    private final boolean hasBody;
    private volatile @Nullable Socket socket;
    private volatile boolean over;
    private volatile boolean sent;
    private boolean reusable;
    private volatile boolean released;

    GatewayStream(Http2Gateway gateway, Stream stream, HeadersFrame frame) {
        this.gateway = gateway;
        this.stream = stream;
        request = (MetaData.Request) frame.getMetaData();
        hasBody = !frame.isEndStream();
    }

    void begin() {
        Thread carrier = new Thread(this::carry, "gateway-stream-" + stream.getId());
        carrier.setDaemon(true);
        carrier.start();
    }

    // ---- The request. -------------------------------------------------------------------------------------------

    private void carry() {
        try {
            Socket connected = gateway.connect();
            connected.getOutputStream().write(head().getBytes(ISO_8859_1));
            // Only now can a reset close it: the partner sees each request that has a connection.
            socket = connected;
            if (over) {
                closeSocket();
                return;
            }
            sent = !hasBody;
            if (hasBody) {
                stream.demand();
            }
            respond(connected.getInputStream());
            if (!released) {
                gateway.close(connected);
            }
        } catch (ProtocolException x) {
            reset(ErrorCode.PROTOCOL_ERROR);
        } catch (IOException | CompletionException x) {
            reset(ErrorCode.INTERNAL_ERROR);
        }
    }

    private String head() {
        StringBuilder head = new StringBuilder(request.getMethod())
                .append(' ')
                .append(request.getHttpURI().getPathQuery())
                .append(" HTTP/1.1\r\nHost: ")
                .append(request.getHttpURI().getAuthority())
                .append("\r\n");
        for (HttpField field : request.getHttpFields()) {
            head.append(field.getName()).append(": ").append(field.getValue()).append("\r\n");
        }
        return head.append("\r\n").toString();
    }

    @Override
    public void onDataAvailable(Stream on) {
        Stream.Data data = on.readData();
        if (data == null) {
            on.demand();
            return;
        }
        try {
            byte[] bytes = new byte[data.frame().remaining()];
            data.frame().getByteBuffer().get(bytes);
            Objects.requireNonNull(socket).getOutputStream().write(bytes);
            sent = data.frame().isEndStream();
        } catch (IOException x) {
            // The partner has closed: the response, or the lack of it, ends the stream.
            return;
        } finally {
            data.release();
        }
        if (!sent) {
            on.demand();
        }
    }

    // ---- The response. ------------------------------------------------------------------------------------------

    private void respond(InputStream in) throws IOException {
        String status = line(in);
        if (!status.startsWith("HTTP/1.")) {
            throw new ProtocolException(status);
        }
        int code = Integer.parseInt(status.substring("HTTP/1.1 ".length(), "HTTP/1.1 200".length()));
        HttpFields.Mutable fields = HttpFields.build();
        boolean close = false;
        long length = UNTIL_THE_END;
        for (String field = line(in); !field.isEmpty(); field = line(in)) {
            String name = field.substring(0, field.indexOf(':')).toLowerCase(Locale.ROOT);
            String value = field.substring(field.indexOf(':') + 1).strip();
            switch (name) {
                case "connection" -> close = value.equalsIgnoreCase("close");
                case "transfer-encoding" -> length = CHUNKED;
                case "content-length" -> {
                    length = Long.parseLong(value);
                    fields.add(name, value);
                }
                default -> fields.add(name, value);
            }
        }
        if (HttpStatus.isInterim(code)) {
            send(code, fields, false);
            respond(in);
            return;
        }
        boolean without = request.getMethod().equals("HEAD") || code == 204 || code == 304;
        boolean empty = without || length == 0;
        reusable = !close && (without || length != UNTIL_THE_END);
        send(code, fields, empty);
        if (!empty) {
            copy(in, length);
        }
    }

    private void copy(InputStream in, long length) throws IOException {
        if (length >= 0) {
            copyPart(in, length, true);
        } else if (length == CHUNKED) {
            for (long next = chunk(in); next > 0; next = chunk(in)) {
                copyPart(in, next, false);
                line(in);
            }
            line(in);
            send(new byte[0], true);
        } else {
            byte[] piece = new byte[PIECE];
            for (int read = in.read(piece); read >= 0; read = in.read(piece)) {
                send(Arrays.copyOf(piece, read), false);
            }
            send(new byte[0], true);
        }
    }

    private static long chunk(InputStream in) throws IOException {
        try {
            return Long.parseLong(line(in).replaceFirst(";.*", ""), 16);
        } catch (NumberFormatException x) {
            throw new ProtocolException(x.getMessage());
        }
    }

    private void copyPart(InputStream in, long length, boolean last) throws IOException {
        byte[] piece = new byte[PIECE];
        for (long left = length; left > 0; ) {
            int read = in.read(piece, 0, (int) Math.min(PIECE, left));
            if (read < 0) {
                throw new EOFException();
            }
            left -= read;
            send(Arrays.copyOf(piece, read), last && left == 0);
        }
    }

    private void send(int status, HttpFields fields, boolean last) {
        MetaData.Response response = new MetaData.Response(status, null, HttpVersion.HTTP_2, fields, -1);
        releaseIf(last);
        stream.headers(new HeadersFrame(stream.getId(), response, null, last)).join();
    }

    /** Blocks while the client grants no window. */
    private void send(byte[] bytes, boolean last) {
        releaseIf(last);
        stream.data(new DataFrame(stream.getId(), ByteBuffer.wrap(bytes), last)).join();
    }

    /** Before the client can know of the end, so that its next stream has this connection. */
    private void releaseIf(boolean last) {
        Socket connected = socket;
        if (last && reusable && sent && !over && connected != null) {
            released = true;
            gateway.release(connected);
        }
    }

    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new EOFException();
            }
            line.append((char) next);
        }
        return line.toString().stripTrailing();
    }

    // ---- The end before that of the response. -------------------------------------------------------------------

    private void reset(ErrorCode code) {
        if (!over) {
            over = true;
            stream.reset(new ResetFrame(stream.getId(), code.code), Callback.NOOP);
            closeSocket();
        }
    }

    @Override
    public void onReset(Stream on, ResetFrame frame, Callback callback) {
        over = true;
        closeSocket();
        callback.succeeded();
    }

    @Override
    public void onFailure(Stream on, int error, @Nullable String reason, Throwable failure, Callback callback) {
        over = true;
        closeSocket();
        callback.succeeded();
    }

    private void closeSocket() {
        Socket open = socket;
        if (open != null && !released) {
            gateway.close(open);
        }
    }
}
