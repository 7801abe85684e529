package dev.medley.server;

import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** A connection that is reused for each request, which no client of the JDK guarantees. */
final class KeptConnection implements AutoCloseable {

    private static final String LENGTH = "content-length:";

    private final Socket socket;
    private final BufferedReader in;
    private boolean closes;

    private KeptConnection(Socket socket) throws IOException {
        this.socket = socket;
        in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1));
    }

    static KeptConnection to(URI server) throws IOException {
        return over(new Socket(server.getHost(), server.getPort()));
    }

    static KeptConnection over(Socket socket) throws IOException {
        return new KeptConnection(socket);
    }

    /** Returns whether the last response has {@code Connection: close}. */
    boolean closes() {
        return closes;
    }

    /** Sends a request for {@code path}, and returns the status. */
    int get(String path) throws IOException {
        String request = "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
        socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
        String status = line();
        int length = 0;
        closes = false;
        for (String header = line(); !header.isEmpty(); header = line()) {
            if (header.toLowerCase(Locale.ROOT).startsWith(LENGTH)) {
                length = Integer.parseInt(header.substring(LENGTH.length()).strip());
            }
            closes |= header.equalsIgnoreCase("connection: close");
        }
        in.skip(length);
        return Integer.parseInt(status.split(" ", 3)[1]);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }

    private String line() throws IOException {
        String line = in.readLine();
        if (line == null) {
            throw new EOFException("the server closed the connection");
        }
        return line;
    }
}
