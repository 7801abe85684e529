package dev.medley.stubs.internal.loop;

import java.io.IOException;
import java.net.Socket;

/** A port that refuses connections: it is bound, so that no other process gets it, but not listening. */
public record RefusingPort(Socket bound) implements LocalPort {

    /** Binds a port, 0 for any free one; throws IOException if it is taken. */
    public static RefusingPort open(int port) throws IOException {
        Socket socket = new Socket();
        try {
            // Connections that were accepted on this port before may live on.
            socket.setReuseAddress(true);
            socket.bind(LocalPort.address(port));
            return new RefusingPort(socket);
        } catch (IOException x) {
            socket.close();
            throw x;
        }
    }

    @Override
    public int number() {
        return bound.getLocalPort();
    }

    @Override
    public void close() throws IOException {
        bound.close();
    }
}
