package dev.medley.loadtest.experiment.peers;

/**
 * One window: one server under load while the others idle.
 *
 * @param run the beginning of the run that it belongs to
 * @param setting the conditions
 * @param round the number of the round within the run and the setting
 * @param loopBefore CPU seconds of the fixed loop before the round
 * @param loopAfter the same after the round
 * @param peer the server
 * @param figures what was measured
 * @param idlePercent CPU of the same server while others were under load, in percent of a core
 */
record PeerWindow(
        String run,
        PeerSetting setting,
        int round,
        double loopBefore,
        double loopAfter,
        String peer,
        PeerFigures figures,
        double idlePercent) {

    Round key() {
        return new Round(run, round);
    }

    double slowerLoop() {
        return Math.max(loopBefore, loopAfter);
    }

    /** The round of a run, whose windows are compared with each other. */
    record Round(String run, int number) {}
}
