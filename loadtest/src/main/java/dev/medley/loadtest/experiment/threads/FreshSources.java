package dev.medley.loadtest.experiment.threads;

import dev.medley.loadtest.driver.client.SourceRotation;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;

/**
 * Addresses of the loopback network for each window. A closed connection keeps its port for a minute (TIME_WAIT), and tens of thousands of
 * them on one address make the kernel look for a free port for longer than a request takes.
 */
final class FreshSources {

    private static final int NETWORKS = 200;
    private static final int ADDRESSES = 4;
    private static final int FIRST = 2;

    private int windows;

    /** Returns those of the next window; none, for the default, where the system has only one address of that network. */
    List<InetAddress> next() throws UnknownHostException {
        int network = 1 + windows % NETWORKS;
        windows++;
        List<InetAddress> addresses = new ArrayList<>();
        for (int last = FIRST; last < FIRST + ADDRESSES; last++) {
            addresses.add(InetAddress.getByAddress(new byte[] {127, 0, (byte) network, (byte) last}));
        }
        return addresses.stream().allMatch(SourceRotation::isLocal) ? addresses : List.of();
    }
}
