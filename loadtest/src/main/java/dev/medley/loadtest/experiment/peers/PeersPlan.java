package dev.medley.loadtest.experiment.peers;

import dev.medley.loadtest.experiment.server.PartnerProtocol;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The plan of a comparison.
 *
 * @param mode the load
 * @param protocol between Medley and the partners
 * @param peers the servers, the reference among them
 * @param reference the server that ratios refer to
 * @param calls requests to partners for each mashup, one after another
 * @param delayMillis the partners' delay
 * @param rates arrivals per second, one after another; empty in the closed loop
 * @param users of the closed loop
 * @param rounds that are to count
 * @param window the length of a window
 * @param tolerancePercent how much slower than at its best the machine may be in a round that counts
 * @param quick whether it is the short form
 */
record PeersPlan(
        PeerMode mode,
        PartnerProtocol protocol,
        List<Peer> peers,
        Peer reference,
        List<Integer> calls,
        int delayMillis,
        List<Double> rates,
        int users,
        int rounds,
        Duration window,
        double tolerancePercent,
        boolean quick) {

    PeersPlan {
        peers = List.copyOf(peers);
        calls = List.copyOf(calls);
        rates = List.copyOf(rates);
    }

    /** The rounds at most: half as many more than wanted, to replace those that are dropped. */
    int maxRounds() {
        return rounds + (rounds + 1) / 2;
    }

    /**
     * The settings, of which each round visits one.
     *
     * @param pinned whether servers are held on a core
     */
    List<PeerSetting> settings(boolean pinned) {
        int java = Runtime.version().feature();
        List<PeerSetting> settings = new ArrayList<>();
        for (int each : calls) {
            if (mode == PeerMode.saturated) {
                settings.add(new PeerSetting(mode, protocol, each, delayMillis, 0, users, pinned, java, quick));
            }
            for (double rate : rates) {
                settings.add(new PeerSetting(mode, protocol, each, delayMillis, rate, 0, pinned, java, quick));
            }
        }
        return settings;
    }
}
