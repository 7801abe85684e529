package dev.medley.loadtest.experiment;

import java.io.IOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** A server in each execution mode, side by side, so that the modes can be measured by turns. */
final class Benches implements AutoCloseable {

    private final Map<Mode, MedleyProcess> launched = new EnumMap<>(Mode.class);
    private final Map<Mode, Bench> benches = new EnumMap<>(Mode.class);

    private Benches() {}

    /** Starts them, and returns when all are ready. */
    static Benches start(Setup setup, List<Mode> modes, Partners partners, int maxConnections)
            throws IOException, InterruptedException {
        Benches started = new Benches();
        try {
            for (Mode mode : modes) {
                started.launched.put(mode, Bench.launch(setup, mode, partners, maxConnections));
            }
            for (Map.Entry<Mode, MedleyProcess> each : started.launched.entrySet()) {
                started.benches.put(each.getKey(), Bench.of(each.getValue()));
            }
            return started;
        } catch (IOException | InterruptedException | RuntimeException x) {
            started.close();
            throw x;
        }
    }

    Map<Mode, Bench> byMode() {
        return benches;
    }

    @Override
    public void close() {
        benches.values().forEach(Bench::close);
        // Those too that did not become ready; to close one again does nothing.
        launched.values().forEach(MedleyProcess::close);
    }
}
