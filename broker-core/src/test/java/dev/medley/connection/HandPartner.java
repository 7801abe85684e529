package dev.medley.connection;

import dev.medley.thread.Soon;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;

/** A partner that the test plays by hand: it accepts, reads, writes and closes when the test says so. */
public final class HandPartner implements AutoCloseable {

    private static final int BACKLOG = 256;
    private static final int SMALL_BUFFER = 4096;

    private final ServerSocket port;
    private final List<HandConnection> accepted = new ArrayList<>();

    private HandPartner(ServerSocket port) {
        this.port = port;
    }

    /** A partner on a free port. */
    public static HandPartner open() {
        try {
            ServerSocket port = new ServerSocket();
            // Small, so that it takes little to make a sender wait.
            port.setReceiveBufferSize(SMALL_BUFFER);
            port.setSoTimeout((int) Soon.PATIENCE.toMillis());
            port.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG);
            return new HandPartner(port);
        } catch (IOException x) {
            throw new UncheckedIOException(x);
        }
    }

    /** The URL. */
    public String url() {
        return "http://127.0.0.1:" + port.getLocalPort();
    }

    /** The next connection that is made to it. */
    public HandConnection accept() {
        try {
            HandConnection next = new HandConnection(port.accept());
            accepted.add(next);
            return next;
        } catch (IOException x) {
            throw new UncheckedIOException("no connection came", x);
        }
    }

    /** Accepts a connection and reads a request from it. */
    public HandConnection acceptRequest() {
        HandConnection next = accept();
        next.readRequest();
        return next;
    }

    @Override
    public void close() {
        try {
            port.close();
        } catch (IOException x) {
            throw new UncheckedIOException(x);
        }
        accepted.forEach(HandConnection::close);
    }
}
