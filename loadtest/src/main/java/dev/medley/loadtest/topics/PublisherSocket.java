package dev.medley.loadtest.topics;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** A WebSocket that publishes. One thread sends; another one reads the replies, and counts them. */
final class PublisherSocket implements AutoCloseable {

    private static final int TEXT = 0x81;
    private static final int PING = 0x89;
    private static final int PONG = 0x8A;
    private static final int CLOSE = 0x88;
    private static final int LENGTH_16 = 126;
    private static final int LENGTH_64 = 127;
    private static final int READ = 64 * 1024;
    private static final byte[] PUBLISHED = Text.ascii("{\"type\":\"published\"");

    private final Socket socket;
    private final DataInputStream in;
    private final OutputStream out;
    private final ByteArrayOutputStream next = new ByteArrayOutputStream();
    private final Text text = new Text();
    private final Map<String, Integer> failures = new TreeMap<>();
    private long acknowledged;
    private long failed;
    private boolean ended;

    private PublisherSocket(Socket socket) throws IOException {
        this.socket = socket;
        in = new DataInputStream(new BufferedInputStream(socket.getInputStream(), READ));
        out = socket.getOutputStream();
    }

    /** Connects, and begins to read. */
    static PublisherSocket connect(InetSocketAddress server) throws IOException {
        Socket socket = new Socket(server.getAddress(), server.getPort());
        socket.setTcpNoDelay(true);
        PublisherSocket publisher = new PublisherSocket(socket);
        publisher.shakeHands();
        Thread reader = new Thread(publisher::readAll, "publisher-replies");
        reader.setDaemon(true);
        reader.start();
        return publisher;
    }

    private void shakeHands() throws IOException {
        out.write(WebSocketWire.handshake());
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int read = in.read();
            if (read < 0) {
                throw new EOFException("the server has closed the connection during the handshake: " + head);
            }
            head.append((char) read);
        }
        if (!head.toString().startsWith("HTTP/1.1 101 ")) {
            throw new IOException("the server has not agreed to a WebSocket: " + head);
        }
    }

    /** Adds a message to what {@link #flush} sends. */
    void add(String subject, String data) {
        next.writeBytes(WebSocketWire.frame(
                TEXT,
                ("{\"type\":\"publish\",\"id\":1,\"subject\":\"" + subject + "\",\"data\":" + data + '}')
                        .getBytes(StandardCharsets.UTF_8)));
    }

    void flush() throws IOException {
        synchronized (out) {
            next.writeTo(out);
        }
        next.reset();
    }

    private void readAll() {
        try {
            while (read()) {
                // The next one.
            }
        } catch (IOException x) {
            count("read: " + x.getMessage());
        }
        end();
    }

    private synchronized void end() {
        ended = true;
        notifyAll();
    }

    private boolean read() throws IOException {
        int first = in.readUnsignedByte();
        long length = in.readUnsignedByte();
        if (length == LENGTH_16) {
            length = in.readUnsignedShort();
        } else if (length == LENGTH_64) {
            length = in.readLong();
        }
        byte[] data = in.readNBytes((int) length);
        switch (first) {
            case TEXT -> reply(data);
            case PING -> {
                synchronized (out) {
                    out.write(WebSocketWire.frame(PONG, data));
                }
            }
            case CLOSE -> {
                return false;
            }
            default -> count("frame " + Integer.toHexString(first));
        }
        return true;
    }

    private synchronized void reply(byte[] data) {
        if (text.set(data, 0, data.length).startsWith(PUBLISHED)) {
            acknowledged++;
        } else {
            failed++;
            count(text.rest());
        }
        notifyAll();
    }

    private synchronized void count(String failure) {
        failures.merge(failure, 1, Integer::sum);
    }

    /** Waits until so many replies are there, the server closes, or the time is over. */
    synchronized void awaitReplies(long count, long nanos) {
        long end = System.nanoTime() + nanos;
        long left = nanos;
        try {
            while (acknowledged + failed < count && !ended && left > 0) {
                wait(TimeUnit.NANOSECONDS.toMillis(left) + 1);
                left = end - System.nanoTime();
            }
        } catch (InterruptedException x) {
            Thread.currentThread().interrupt();
        }
    }

    synchronized long acknowledged() {
        return acknowledged;
    }

    synchronized Map<String, Integer> failures() {
        return new TreeMap<>(failures);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
