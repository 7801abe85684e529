package dev.medley.server.internal.admin.metrics;

import dev.medley.server.internal.inbound.ClosedConnections;
import dev.medley.server.internal.inbound.ClosedFor;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;

/** The connections of clients that were closed, by reason. */
final class InboundMeters {

    private InboundMeters() {}

    static void register(ClosedConnections closed, MeterRegistry registry) {
        for (ClosedFor reason : ClosedFor.values()) {
            FunctionCounter.builder("medley.inbound.closed", closed, counts -> counts.count(reason))
                    .description(
                            "Connections of clients that were closed, because they were slow or idle, or because the"
                                    + " client had left its request")
                    .tags("reason", reason.label())
                    .register(registry);
        }
    }
}
