package dev.medley.loadtest.experiment.server;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Servers side by side, so that they can be measured by turns.
 *
 * @param <K> what they differ in
 */
public final class ServersUnderTest<K> implements AutoCloseable {

    private final Map<K, MedleyProcess> launched = new LinkedHashMap<>();
    private final Map<K, ServerUnderTest> benches = new LinkedHashMap<>();

    private ServersUnderTest() {}

    /** Starts a server in each of {@code modes}, and returns when all are ready. */
    public static ServersUnderTest<ExecutionMode> start(
            Setup setup, List<ExecutionMode> modes, Partners partners, int maxConnections)
            throws IOException, InterruptedException {
        return start(modes, mode -> ServerUnderTest.launch(setup, mode, partners, maxConnections), ServerUnderTest::of);
    }

    /**
     * Starts a server in {@code async} for each of {@code protocols} that the partners speak, and returns when all are
     * ready. They are not sampled.
     */
    public static ServersUnderTest<PartnerProtocol> byProtocol(
            Setup setup, List<PartnerProtocol> protocols, Partners partners, int maxConnections)
            throws IOException, InterruptedException {
        return start(
                protocols,
                protocol -> ServerUnderTest.launch(setup, ExecutionMode.ASYNC, protocol, partners, maxConnections),
                ServerUnderTest::unsampled);
    }

    /** All are started before the first is waited for. */
    private static <K> ServersUnderTest<K> start(List<K> keys, Launch<K> launch, Opening opening)
            throws IOException, InterruptedException {
        ServersUnderTest<K> started = new ServersUnderTest<>();
        try {
            for (K key : keys) {
                started.launched.put(key, launch.launch(key));
            }
            for (Map.Entry<K, MedleyProcess> each : started.launched.entrySet()) {
                started.benches.put(each.getKey(), opening.open(each.getValue()));
            }
            return started;
        } catch (IOException | InterruptedException | RuntimeException x) {
            started.close();
            throw x;
        }
    }

    /** The servers, in the order of their start. */
    public Map<K, ServerUnderTest> all() {
        return benches;
    }

    public ServerUnderTest get(K key) {
        return Objects.requireNonNull(benches.get(key), "no such server");
    }

    @Override
    public void close() {
        benches.values().forEach(ServerUnderTest::close);
        // Those too that did not become ready; to close one again does nothing.
        launched.values().forEach(MedleyProcess::close);
    }

    /** Starts the process of a server. */
    private interface Launch<K> {
        MedleyProcess launch(K key) throws IOException;
    }

    /** Waits until a server is ready. */
    private interface Opening {
        ServerUnderTest open(MedleyProcess process) throws IOException, InterruptedException;
    }
}
