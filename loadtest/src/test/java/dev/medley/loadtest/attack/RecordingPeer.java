package dev.medley.loadtest.attack;

import dev.medley.loadtest.attack.RecordingPeer.Seen.End;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A server that keeps what its connections send, and replies as a test wants. Closes all of them when it is closed. */
public final class RecordingPeer implements AutoCloseable {

    private static final int BUFFER = 32 * 1024;

    private final ServerSocket listening;
    private final Replies replies;
    private final List<Seen> connections = new CopyOnWriteArrayList<>();
    private final List<Closeable> open = new CopyOnWriteArrayList<>();

    private RecordingPeer(ServerSocket listening, Replies replies) {
        this.listening = listening;
        this.replies = replies;
    }

    /** Serves one connection until its end. */
    interface Replies {
        void serve(InputStream in, OutputStream out, Seen seen) throws IOException;
    }

    static RecordingPeer start(Replies replies) throws IOException {
        RecordingPeer peer = new RecordingPeer(new ServerSocket(0, 128, InetAddress.getLoopbackAddress()), replies);
        background(peer::accept);
        return peer;
    }

    /** A peer that replies {@code reply} to the first bytes, and reads on. */
    static RecordingPeer replying(String reply) throws IOException {
        return start((in, out, seen) -> {
            byte[] buffer = new byte[BUFFER];
            boolean first = true;
            for (int bytes = in.read(buffer); bytes >= 0; bytes = in.read(buffer)) {
                seen.add(buffer, bytes);
                if (first) {
                    out.write(reply.getBytes(StandardCharsets.ISO_8859_1));
                    out.flush();
                    first = false;
                }
            }
        });
    }

    /** A peer that passes all on to a server. */
    public static RecordingPeer before(int port) throws IOException {
        return start((in, out, seen) -> {
            try (Socket server = new Socket(InetAddress.getLoopbackAddress(), port)) {
                background(() -> copy(server.getInputStream(), out));
                byte[] buffer = new byte[BUFFER];
                for (int bytes = in.read(buffer); bytes >= 0; bytes = in.read(buffer)) {
                    seen.add(buffer, bytes);
                    server.getOutputStream().write(buffer, 0, bytes);
                }
            }
        });
    }

    public InetSocketAddress address() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), listening.getLocalPort());
    }

    /** What connections have sent, in the order of their beginning. */
    public List<Seen> connections() {
        return connections;
    }

    /** What one connection has sent. */
    public static final class Seen {

        /** How the connection has ended. */
        enum End {
            NOT_YET,
            FIN,
            RESET
        }

        private static final int MOST = 2_000_000;

        private final StringBuilder text = new StringBuilder();
        private volatile End end = End.NOT_YET;

        synchronized void add(byte[] bytes, int length) {
            if (text.length() < MOST) {
                text.append(new String(bytes, 0, length, StandardCharsets.ISO_8859_1));
            }
        }

        /** The bytes as characters, a part of them if they are many. */
        public synchronized String text() {
            return text.toString();
        }

        End end() {
            return end;
        }
    }

    private void accept() throws IOException {
        while (!listening.isClosed()) {
            Socket socket = listening.accept();
            open.add(socket);
            Seen seen = new Seen();
            connections.add(seen);
            background(() -> serve(socket, seen));
        }
    }

    private void serve(Socket socket, Seen seen) throws IOException {
        try {
            replies.serve(socket.getInputStream(), socket.getOutputStream(), seen);
            seen.end = End.FIN;
        } catch (IOException x) {
            seen.end = End.RESET;
            throw x;
        }
    }

    private static void copy(InputStream from, OutputStream to) throws IOException {
        byte[] buffer = new byte[BUFFER];
        for (int bytes = from.read(buffer); bytes >= 0; bytes = from.read(buffer)) {
            to.write(buffer, 0, bytes);
        }
    }

    /** What a thread of the peer does. */
    private interface Work {
        void run() throws IOException;
    }

    private static void background(Work work) {
        Thread thread = new Thread(
                () -> {
                    try {
                        work.run();
                    } catch (IOException x) {
                        // One side has closed the connection, or the test has ended.
                        Thread.currentThread().interrupt();
                    }
                },
                "peer");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() {
        try {
            listening.close();
            for (Closeable each : open) {
                each.close();
            }
        } catch (IOException x) {
            throw new UncheckedIOException(x);
        }
    }
}
