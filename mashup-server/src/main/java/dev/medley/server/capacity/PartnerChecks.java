package dev.medley.server.capacity;

import dev.medley.config.Configuration;
import dev.medley.partner.PartnerSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/** What is configured of partners, against the exchanges with each and the time that they take. */
final class PartnerChecks {

    private PartnerChecks() {}

    static List<Finding> of(Situation situation) {
        List<Finding> findings = new ArrayList<>();
        for (PartnerSettings partner : situation.configuration().partners()) {
            findings.add(connections(partner, situation.exchangesPerPartner()));
            findings.add(queue(partner, situation.exchangesPerPartner()));
            findings.add(timeout(partner, situation.load().latency()));
        }
        findings.add(deadline(situation.configuration(), situation.load().latency()));
        return findings;
    }

    private static Finding connections(PartnerSettings partner, long needed) {
        return new Finding(
                partner.name() + ": max-connections",
                OptionalDouble.of(partner.maxConnections()),
                needed,
                Unit.COUNT,
                List.of(key(partner, "max-connections") + RoundUp.count(needed)));
    }

    /** Exchanges without a connection wait; those that may not even wait fail at once. */
    private static Finding queue(PartnerSettings partner, long exchanges) {
        long needed = Math.max(0, exchanges - partner.maxConnections());
        return new Finding(
                partner.name() + ": limits.max-queued",
                OptionalDouble.of(partner.maxQueued()),
                needed,
                Unit.COUNT,
                List.of(key(partner, "limits.max-queued") + RoundUp.count(needed)
                        + "   (not needed with more max-connections)"));
    }

    private static Finding timeout(PartnerSettings partner, Duration latency) {
        long needed = slowest(latency);
        Map<String, Duration> times = new LinkedHashMap<>();
        times.put("timeout", partner.timeout());
        times.put("attempt-timeout", partner.attemptTimeout());
        times.put("idle-timeout", partner.idleTimeout());
        long shortest =
                times.values().stream().mapToLong(Duration::toMillis).min().orElseThrow();
        List<String> mends = times.entrySet().stream()
                .filter(time -> time.getValue().toMillis() < needed)
                .map(time -> key(partner, time.getKey()) + RoundUp.count(needed) + "ms")
                .toList();
        return new Finding(
                partner.name() + ": timeout", OptionalDouble.of((double) shortest), needed, Unit.MILLISECONDS, mends);
    }

    private static Finding deadline(Configuration configuration, Duration latency) {
        long needed = slowest(latency);
        return new Finding(
                "deadline",
                OptionalDouble.of(Unit.millis(configuration.deadline())),
                needed,
                Unit.MILLISECONDS,
                List.of("server.deadline: " + RoundUp.count(needed) + "ms"));
    }

    private static long slowest(Duration latency) {
        return (long) Math.ceil(Unit.millis(latency) * Costs.SLOWEST_ANSWER);
    }

    private static String key(PartnerSettings partner, String key) {
        return "partners." + partner.name() + "." + key + ": ";
    }
}
