package dev.medley.server;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A partner of HTTP/1.1 that a test plays by hand; texts stand for bytes, one character each. */
final class PartnerByHand implements AutoCloseable {

    private static final int PATIENCE_MILLIS = 20_000;
    private static final int SMALL_BUFFER = 4096;
    private static final String END_OF_HEAD = "\r\n\r\n";

    private final ServerSocket port;
    private final List<Connection> accepted = new ArrayList<>();

    private PartnerByHand(ServerSocket port) {
        this.port = port;
    }

    static PartnerByHand open() throws IOException {
        ServerSocket port = new ServerSocket(0, 16, InetAddress.getLoopbackAddress());
        // Small, so that it takes little to make a sender wait.
        port.setReceiveBufferSize(SMALL_BUFFER);
        port.setSoTimeout(PATIENCE_MILLIS);
        return new PartnerByHand(port);
    }

    String url() {
        return "http://127.0.0.1:" + port.getLocalPort();
    }

    Connection accept() throws IOException {
        Connection connection = new Connection(port.accept());
        accepted.add(connection);
        return connection;
    }

    @Override
    public void close() throws IOException {
        port.close();
        for (Connection each : accepted) {
            each.close();
        }
    }

    /** One connection. */
    static final class Connection {

        private final Socket socket;

        private Connection(Socket socket) throws IOException {
            this.socket = socket;
            socket.setSoTimeout(PATIENCE_MILLIS);
            socket.setTcpNoDelay(true);
        }

        /** Returns the next head, with its empty line. */
        String readHead() throws IOException {
            InputStream in = socket.getInputStream();
            StringBuilder head = new StringBuilder();
            while (head.length() < END_OF_HEAD.length()
                    || head.indexOf(END_OF_HEAD, head.length() - END_OF_HEAD.length()) < 0) {
                int next = in.read();
                if (next < 0) {
                    throw new EOFException("the request ended after '" + head + "'");
                }
                head.append((char) next);
            }
            return head.toString();
        }

        /** Returns the next bytes; fewer if the connection ends before. */
        String read(int count) throws IOException {
            return new String(socket.getInputStream().readNBytes(count), StandardCharsets.ISO_8859_1);
        }

        Connection send(String text) throws IOException {
            socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
            return this;
        }

        /** Waits until the other end is closed, or reset. */
        void awaitClosed() throws IOException {
            try {
                socket.getInputStream().transferTo(OutputStream.nullOutputStream());
            } catch (SocketException reset) {
                // As good as closed.
                return;
            }
        }

        /** Closes this end with a reset. */
        void reset() throws IOException {
            socket.setSoLinger(true, 0);
            socket.close();
        }

        void close() throws IOException {
            socket.close();
        }
    }
}
