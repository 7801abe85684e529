package dev.medley.connection;

import dev.medley.thread.internal.Soon;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A partner that the test plays by hand: it accepts, reads, writes and closes when the test says so. */
public final class HandPartner implements AutoCloseable {

    private static final int BACKLOG = 256;
    private static final int SMALL_BUFFER = 4096;

    private final ServerSocket port;
    private final List<HandConnection> accepted = new ArrayList<>();
    private final @Nullable Http2Gateway gateway;

    private HandPartner(ServerSocket port, boolean http2) {
        this.port = port;
        gateway = http2 ? Http2Gateway.to(port.getLocalPort()) : null;
    }

    /** A partner on a free port. */
    public static HandPartner open() {
        return open(false);
    }

    /** A partner that speaks HTTP/2 in the clear. The test plays it by HTTP/1.1: each stream is a connection. */
    public static HandPartner openHttp2() {
        return open(true);
    }

    private static HandPartner open(boolean http2) {
        try {
            ServerSocket port = new ServerSocket();
            // Small, so that it takes little to make a sender wait.
            port.setReceiveBufferSize(SMALL_BUFFER);
            port.setSoTimeout((int) Soon.PATIENCE.toMillis());
            port.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG);
            return new HandPartner(port, http2);
        } catch (IOException x) {
            throw new UncheckedIOException(x);
        }
    }

    /** The URL. */
    public String url() {
        return gateway == null ? "http://127.0.0.1:" + port.getLocalPort() : gateway.url();
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
        if (gateway != null) {
            gateway.close();
        }
        try {
            port.close();
        } catch (IOException x) {
            throw new UncheckedIOException(x);
        }
        accepted.forEach(HandConnection::close);
    }
}
