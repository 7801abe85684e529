package dev.medley.loadtest.experiment.outstanding;

import dev.medley.loadtest.experiment.server.MedleyProcess;
import dev.medley.loadtest.experiment.server.ProcessFacts;
import dev.medley.loadtest.experiment.server.Setup;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The load driver in a process of its own: requests over h2c at a steady rate. */
final class OutstandingLoad implements AutoCloseable {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final MedleyProcess process;
    private final Path result;

    private OutstandingLoad(MedleyProcess process, Path result) {
        this.process = process;
        this.result = result;
    }

    /**
     * Starts a load.
     *
     * @param name of its log and of its result
     * @param requests how many arrive
     * @param time over which they arrive, in whole seconds
     */
    static OutstandingLoad start(
            Setup setup, String name, OutstandingScale scale, URI target, int requests, Duration time)
            throws IOException {
        Path result = setup.logs().resolve(name + ".json");
        MedleyProcess process = MedleyProcess.start(
                name,
                setup,
                List.of(scale.driverHeap()),
                List.of(
                        "load",
                        target.toString(),
                        "--h2c",
                        "--streams",
                        Integer.toString(OutstandingScale.CLIENT_STREAMS),
                        "--rate",
                        Double.toString(requests / (double) time.toSeconds()),
                        "--seconds",
                        Long.toString(time.toSeconds()),
                        "--timeout",
                        scale.patience().toSeconds() + "s",
                        "--json",
                        result.toString()));
        return new OutstandingLoad(process, result);
    }

    /** CPU time so far, in seconds; not a number once it has ended. */
    double cpuSeconds() {
        return ProcessFacts.of(process.pid()).cpuSeconds();
    }

    /** Waits at most {@code time} for its end; returns whether it has ended. */
    boolean awaitEnd(Duration time) throws InterruptedException {
        return process.awaitEnd(time);
    }

    /**
     * Returns the number of requests that ended in some way.
     *
     * @throws IOException if it has written no result
     */
    Count count() throws IOException {
        if (!result.toFile().exists()) {
            throw new IOException("the load ended without a result, see " + process.log());
        }
        JsonNode all = JSON.readTree(result.toFile());
        JsonNode total = all.path("total");
        return new Count(
                total.path("started").asLong(),
                total.path("succeeded").asLong(),
                total.path("failed").asLong() + all.path("unfinished").asLong());
    }

    @Override
    public void close() {
        process.close();
    }

    /** How many requests were started, answered with a 200, and not. */
    record Count(long started, long answered, long errors) {}
}
