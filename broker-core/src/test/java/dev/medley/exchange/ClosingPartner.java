package dev.medley.exchange;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A partner of HTTP/1.1 that closes each connection some moments after its first response, although that has promised to keep it
 * open, and counts how often each request arrived. The path of a request is its number. A request that arrives on the way to the close is read and counted; it
 * may get no answer.
 */
final class ClosingPartner implements AutoCloseable {

    private static final byte[] ANSWER =
            "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok".getBytes(StandardCharsets.ISO_8859_1);
    private static final int BACKLOG = 1024;

    /** About as long as a client takes for its next request, so that this meets the end. */
    private static final int MAX_MOMENT_NANOS = 1_500_000;

    private final ServerSocket port;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final AtomicIntegerArray arrived;
    private final AtomicLong connections = new AtomicLong();

    private ClosingPartner(ServerSocket port, int requests) {
        this.port = port;
        arrived = new AtomicIntegerArray(requests);
    }

    /** Starts a partner for requests with the numbers from 0 to {@code requests}, which is left out. */
    static ClosingPartner start(int requests) {
        try {
            ClosingPartner partner =
                    new ClosingPartner(new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress()), requests);
            partner.threads.execute(partner::accept);
            return partner;
        } catch (IOException x) {
            throw new UncheckedIOException(x);
        }
    }

    String url() {
        return "http://127.0.0.1:" + port.getLocalPort();
    }

    /** How often the request with this number arrived. */
    int arrived(int number) {
        return arrived.get(number);
    }

    long connections() {
        return connections.get();
    }

    private void accept() {
        while (!port.isClosed()) {
            try {
                Socket accepted = port.accept();
                long number = connections.getAndIncrement();
                threads.execute(() -> serve(accepted, new Random(number)));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void serve(Socket accepted, Random random) {
        try (Socket socket = accepted) {
            socket.setTcpNoDelay(true);
            InputStream in = new BufferedInputStream(socket.getInputStream());
            if (read(in)) {
                socket.getOutputStream().write(ANSWER);
            }
            LockSupport.parkNanos(random.nextInt(MAX_MOMENT_NANOS));
            if (random.nextBoolean()) {
                // The end of the connection, and a look at what has been sent until then.
                socket.shutdownOutput();
                read(in);
            }
        } catch (IOException gone) {
            // The client was faster.
        }
    }

    /** Reads a request and counts it; returns false at the end of the connection. */
    private boolean read(InputStream in) throws IOException {
        String line = line(in);
        if (line == null) {
            return false;
        }
        int length = 0;
        for (String field = line(in); field != null && !field.isEmpty(); field = line(in)) {
            if (field.regionMatches(true, 0, "Content-Length:", 0, 15)) {
                length = Integer.parseInt(field.substring(15).strip());
            }
        }
        if (in.readNBytes(length).length < length) {
            return false;
        }
        arrived.incrementAndGet(Integer.parseInt(line.substring(line.indexOf('/') + 1, line.lastIndexOf(' '))));
        return true;
    }

    private static @Nullable String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                return null;
            }
            if (next != '\r') {
                line.append((char) next);
            }
        }
        return line.toString();
    }

    @Override
    public void close() {
        try {
            port.close();
        } catch (IOException x) {
            throw new UncheckedIOException(x);
        }
        threads.shutdownNow();
    }
}
