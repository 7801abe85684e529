package dev.medley.server.internal.admin.page;

import dev.medley.thread.internal.compute.Computations;
import dev.medley.thread.internal.compute.Drop;
import java.util.LinkedHashMap;
import java.util.Map;

/** The computations of mashups, in the document of {@code /status}. */
record ComputePart(int running, int queued, long ended, Map<String, Long> dropped, long overrun) {

    static ComputePart of(Computations computations) {
        Map<String, Long> dropped = new LinkedHashMap<>();
        for (Drop cause : Drop.values()) {
            dropped.put(cause.label(), computations.dropped(cause));
        }
        return new ComputePart(
                computations.running(), computations.queued(), computations.ended(), dropped, computations.overran());
    }
}
