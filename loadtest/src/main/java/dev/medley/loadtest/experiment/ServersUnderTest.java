package dev.medley.loadtest.experiment;

import java.io.IOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** A server in each execution mode, side by side, so that the modes can be measured by turns. */
final class ServersUnderTest implements AutoCloseable {

    private final Map<ExecutionMode, MedleyProcess> launched = new EnumMap<>(ExecutionMode.class);
    private final Map<ExecutionMode, ServerUnderTest> benches = new EnumMap<>(ExecutionMode.class);

    private ServersUnderTest() {}

    /** Starts them, and returns when all are ready. */
    static ServersUnderTest start(Setup setup, List<ExecutionMode> modes, Partners partners, int maxConnections)
            throws IOException, InterruptedException {
        ServersUnderTest started = new ServersUnderTest();
        try {
            for (ExecutionMode mode : modes) {
                started.launched.put(mode, ServerUnderTest.launch(setup, mode, partners, maxConnections));
            }
            for (Map.Entry<ExecutionMode, MedleyProcess> each : started.launched.entrySet()) {
                started.benches.put(each.getKey(), ServerUnderTest.of(each.getValue()));
            }
            return started;
        } catch (IOException | InterruptedException | RuntimeException x) {
            started.close();
            throw x;
        }
    }

    Map<ExecutionMode, ServerUnderTest> byMode() {
        return benches;
    }

    @Override
    public void close() {
        benches.values().forEach(ServerUnderTest::close);
        // Those too that did not become ready; to close one again does nothing.
        launched.values().forEach(MedleyProcess::close);
    }
}
