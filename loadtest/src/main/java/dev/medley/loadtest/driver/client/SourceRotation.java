package dev.medley.loadtest.driver.client;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.io.ClientConnector;
import org.jspecify.annotations.Nullable;

/** Connects from several addresses of this machine in turn. */
public class SourceRotation extends ClientConnector {

    private final List<InetSocketAddress> sources;
    private final AtomicInteger turn = new AtomicInteger();

    /** @param sources none for the choice of the system */
    public SourceRotation(List<InetAddress> sources) {
        this.sources = sources.stream()
                .map(address -> new InetSocketAddress(address, 0))
                .toList();
    }

    /** Asked by Jetty once for each connection that it opens. */
    @Override
    public @Nullable SocketAddress getBindAddress() {
        return sources.isEmpty() ? null : sources.get(Math.floorMod(turn.getAndIncrement(), sources.size()));
    }

    /**
     * The addresses to connect to {@code target} from.
     *
     * @param wanted none for the default
     * @throws IOException if a wanted one is no address of this machine
     */
    public static List<InetAddress> choose(List<InetAddress> wanted, InetAddress target) throws IOException {
        for (InetAddress address : wanted) {
            if (!isLocal(address)) {
                throw new IOException("cannot connect from " + address.getHostAddress()
                        + ", which is not an address of this machine");
            }
        }
        if (wanted.isEmpty() && target.isLoopbackAddress() && target.getAddress().length == 4) {
            List<InetAddress> loopback = loopback();
            return loopback.stream().allMatch(SourceRotation::isLocal) ? loopback : List.of();
        }
        return wanted;
    }

    /** 127.0.0.2 to 127.0.0.5. */
    private static List<InetAddress> loopback() throws IOException {
        List<InetAddress> addresses = new ArrayList<>();
        for (byte last = 2; last <= 5; last++) {
            addresses.add(InetAddress.getByAddress(new byte[] {127, 0, 0, last}));
        }
        return addresses;
    }

    /** Returns whether it is an address of this machine. */
    public static boolean isLocal(InetAddress address) {
        try (ServerSocket bound = new ServerSocket(0, 1, address)) {
            return bound.isBound();
        } catch (IOException x) {
            return false;
        }
    }
}
