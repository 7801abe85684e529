package dev.medley.server.run;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;

/** A port of the loopback address at which connects are refused: it is bound, so that nobody else gets it, but nothing listens. */
final class RefusingPort implements AutoCloseable {

    private static final byte[] LOOPBACK = {127, 0, 0, 1};

    private final Socket bound;

    private RefusingPort(Socket bound) {
        this.bound = bound;
    }

    /**
     * Binds a free port.
     *
     * @throws IOException if there is none
     */
    static RefusingPort open() throws IOException {
        Socket bound = new Socket();
        try {
            bound.bind(new InetSocketAddress(InetAddress.getByAddress(LOOPBACK), 0));
            return new RefusingPort(bound);
        } catch (IOException | RuntimeException x) {
            bound.close();
            throw x;
        }
    }

    URI uri() {
        return URI.create("http://" + bound.getLocalAddress().getHostAddress() + ":" + bound.getLocalPort());
    }

    @Override
    public void close() throws IOException {
        bound.close();
    }
}
