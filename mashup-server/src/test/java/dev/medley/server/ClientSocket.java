package dev.medley.server;

import dev.medley.server.internal.lifecycle.RunningServer;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import javax.net.ssl.SSLException;

/** A client of HTTP/1.1 that sends the bytes that a test wants; texts stand for bytes, one character each. */
final class ClientSocket implements AutoCloseable {

    private static final int PATIENCE_MILLIS = 20_000;
    private static final String END_OF_HEAD = "\r\n\r\n";

    private final Socket socket;

    private ClientSocket(Socket socket) throws IOException {
        this.socket = socket;
        socket.setSoTimeout(PATIENCE_MILLIS);
        socket.setTcpNoDelay(true);
    }

    static ClientSocket to(RunningServer server) throws IOException {
        return to(server.port());
    }

    static ClientSocket to(int port) throws IOException {
        return over(new Socket(InetAddress.getLoopbackAddress(), port));
    }

    static ClientSocket over(Socket socket) throws IOException {
        return new ClientSocket(socket);
    }

    static String get(String path) {
        return "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
    }

    ClientSocket send(String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
        return this;
    }

    Socket socket() {
        return socket;
    }

    /** Sends a FIN: the client has nothing more to say. */
    void finish() throws IOException {
        socket.shutdownOutput();
    }

    /** Closes the connection with a reset. */
    void reset() throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    /** Returns the status of the next response, and leaves its body. */
    int status() throws IOException {
        return Integer.parseInt(readUntil(END_OF_HEAD).split(" ", 3)[1]);
    }

    /** Returns all up to {@code end} and with it. */
    String readUntil(String end) throws IOException {
        InputStream in = socket.getInputStream();
        StringBuilder text = new StringBuilder();
        while (text.length() < end.length() || text.indexOf(end, text.length() - end.length()) < 0) {
            int next = in.read();
            if (next < 0) {
                throw new EOFException("the response ended after '" + text + "'");
            }
            text.append((char) next);
        }
        return text.toString();
    }

    /** Reads all that comes until the server closes the connection; its reset is an exception. */
    void readUntilClosed() throws IOException {
        readInto(new StringBuilder());
    }

    private void readInto(StringBuilder text) throws IOException {
        InputStream in = socket.getInputStream();
        for (int next = in.read(); next >= 0; next = in.read()) {
            text.append((char) next);
        }
    }

    /** Returns all that comes until the server closes the connection, or resets it. */
    String readToEnd() throws IOException {
        StringBuilder text = new StringBuilder();
        try {
            readInto(text);
        } catch (SocketException reset) {
            // The end, too.
            return text.toString();
        }
        return text.toString();
    }

    /** Returns all that comes until the server resets the connection. */
    String readUntilReset() throws IOException {
        StringBuilder text = new StringBuilder();
        try {
            readInto(text);
        } catch (SocketException reset) {
            return text.toString();
        } catch (SSLException broken) {
            if (broken.getCause() instanceof SocketException) {
                return text.toString();
            }
            throw broken;
        }
        throw new AssertionError("the connection has ended in order after '" + text + "'");
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
