package dev.medley.stubs.internal.loop;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;

/**
 * A port that does not react to attempts to connect. It listens with the shortest queue there is, which it fills with
 * connections of its own; the system drops connects beyond that.
 */
public record DeafPort(ServerSocket listening, List<Socket> queued) implements LocalPort {

    private static final int BACKLOG = 1;

    /** Systems allow somewhat more than the queue that is asked for. */
    private static final int MOST_QUEUED = 64;

    private static final int PATIENCE_MILLIS = 250;

    /** Opens a port, 0 for any free one; throws UnsupportedOperationException if the system does not drop connects. */
    public static DeafPort open(int port) throws IOException {
        ServerSocket listening = new ServerSocket();
        DeafPort deaf = new DeafPort(listening, new ArrayList<>());
        try {
            listening.bind(LocalPort.address(port), BACKLOG);
            deaf.fill();
            return deaf;
        } catch (IOException | RuntimeException x) {
            deaf.close();
            throw x;
        }
    }

    private void fill() throws IOException {
        InetSocketAddress address = LocalPort.address(number());
        while (queued.size() < MOST_QUEUED) {
            Socket socket = new Socket();
            queued.add(socket);
            try {
                socket.connect(address, PATIENCE_MILLIS);
            } catch (SocketTimeoutException full) {
                return;
            } catch (IOException x) {
                throw new UnsupportedOperationException("this system refuses what its queue cannot take: " + x, x);
            }
        }
        throw new UnsupportedOperationException("this system still accepts after " + MOST_QUEUED + " connections");
    }

    @Override
    public int number() {
        return listening.getLocalPort();
    }

    @Override
    public void close() throws IOException {
        listening.close();
        for (Socket socket : queued) {
            socket.close();
        }
    }
}
