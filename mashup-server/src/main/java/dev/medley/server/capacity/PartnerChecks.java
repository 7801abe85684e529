package dev.medley.server.capacity;

import dev.medley.config.Configuration;
import dev.medley.partner.PartnerSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/** Checks of the partners' settings against the exchanges with each and their latency, and of the deadline. */
final class PartnerChecks {

    private PartnerChecks() {}

    static List<Finding> of(CapacityInput input) {
        List<Finding> findings = new ArrayList<>();
        for (PartnerSettings partner : input.configuration().partners()) {
            findings.add(connections(partner, input.exchangesPerPartner()));
            findings.add(queue(partner, input.exchangesPerPartner()));
            findings.add(timeout(partner, input.workload().latency()));
        }
        findings.add(deadline(input.configuration(), input.workload().latency()));
        return findings;
    }

    private static Finding connections(PartnerSettings partner, long exchanges) {
        return limit(partner, "max-connections", partner.maxConnections(), exchanges, "");
    }

    /** Exchanges without a permit are queued; beyond the bound of the queue they fail at once. */
    private static Finding queue(PartnerSettings partner, long exchanges) {
        long needed = Math.max(0, exchanges - partner.maxConnections());
        return limit(
                partner,
                "limits.max-queued",
                partner.maxQueued(),
                needed,
                "   (not needed if max-connections is raised)");
    }

    private static Finding limit(PartnerSettings partner, String key, int available, long needed, String comment) {
        List<String> fixes = List.of(key(partner, key) + Unit.roundUp(needed) + comment);
        return new Finding(partner.name() + ": " + key, OptionalDouble.of(available), needed, Unit.COUNT, fixes);
    }

    private static Finding timeout(PartnerSettings partner, Duration latency) {
        long needed = slowest(latency);
        Map<String, Duration> times = new LinkedHashMap<>();
        times.put("timeout", partner.timeout());
        times.put("attempt-timeout", partner.attemptTimeout());
        times.put("idle-timeout", partner.idleTimeout());
        long shortest =
                times.values().stream().mapToLong(Duration::toMillis).min().orElseThrow();
        List<String> fixes = times.entrySet().stream()
                .filter(time -> time.getValue().toMillis() < needed)
                .map(time -> key(partner, time.getKey()) + Unit.roundUp(needed) + "ms")
                .toList();
        return new Finding(
                partner.name() + ": timeout", OptionalDouble.of((double) shortest), needed, Unit.MILLISECONDS, fixes);
    }

    private static Finding deadline(Configuration configuration, Duration latency) {
        long needed = slowest(latency);
        return new Finding(
                "deadline",
                OptionalDouble.of(Unit.millis(configuration.deadline())),
                needed,
                Unit.MILLISECONDS,
                List.of("server.deadline: " + Unit.roundUp(needed) + "ms"));
    }

    private static long slowest(Duration latency) {
        return (long) Math.ceil(Unit.millis(latency) * Costs.SLOWEST_RESPONSE);
    }

    private static String key(PartnerSettings partner, String key) {
        return "partners." + partner.name() + "." + key + ": ";
    }
}
