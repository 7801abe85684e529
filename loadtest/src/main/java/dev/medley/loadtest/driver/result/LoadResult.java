package dev.medley.loadtest.driver.result;

import dev.medley.loadtest.driver.plan.LoadProtocol;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * The result of a run. Requests belong to the phase in which they were to start; seconds and throughput go by the time at
 * which requests ended.
 *
 * @param target the address
 * @param protocol what was spoken
 * @param load the load in words
 * @param beganAt when the run began
 * @param seconds how long it took, the last answers included
 * @param stopped whether it was stopped before its end
 * @param unfinished requests that were in flight when it was stopped; they are neither successes nor errors
 * @param total all phases that are measured, together
 * @param phases in order, the warm-up included
 * @param series second after second, the last answers included
 * @param driver what the driver needed
 */
public record LoadResult(
        String target,
        LoadProtocol protocol,
        String load,
        Instant beganAt,
        double seconds,
        boolean stopped,
        long unfinished,
        PhaseResult total,
        List<PhaseResult> phases,
        List<Second> series,
        DriverUse driver) {

    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    /** Takes a copy of the lists. */
    public LoadResult {
        phases = List.copyOf(phases);
        series = List.copyOf(series);
    }

    /** All of it as JSON; the names are those of the record components. */
    public String toJson() {
        return JSON.writeValueAsString(this);
    }

    /** Writes {@link #toJson()} to {@code file}, in place of what is there. */
    public void writeJson(Path file) throws IOException {
        Files.writeString(file, toJson() + System.lineSeparator());
    }
}
