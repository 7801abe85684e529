package dev.medley.loadtest.experiment.peers;

import dev.medley.loadtest.experiment.server.PartnerProtocol;
import java.util.Map;

/** Windows of a comparison as they might have been measured. */
final class PeerGiven {

    static final PeerSetting SETTING = setting(3);

    private static final double STEADY = 0.01;

    private PeerGiven() {}

    static PeerSetting setting(int calls) {
        return new PeerSetting(PeerMode.saturated, PartnerProtocol.HTTP_1_1, calls, 0, 0, 64, true, 25, false);
    }

    static PeerWindow window(String run, int round, String peer, double cpuMicros) {
        return window(run, round, peer, cpuMicros, STEADY, STEADY);
    }

    static PeerWindow window(
            String run, int round, String peer, double cpuMicros, double loopBefore, double loopAfter) {
        return new PeerWindow(run, SETTING, round, loopBefore, loopAfter, peer, figures(cpuMicros, 0), 0.1);
    }

    static PeerFigures figures(double cpuMicros, long errors) {
        return new PeerFigures(1000, errors, Map.of(), cpuMicros, 4, 1, 1000, 5, 9, 0, 98, 60, 1, 200, 30);
    }
}
