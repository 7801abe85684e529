package dev.medley.server.internal.capacity;

import dev.medley.config.AdmissionSettings;
import dev.medley.connection.ProtocolChoice;
import dev.medley.partner.PartnerSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/** Checks of the partners' settings against the exchanges with each and their latency, of the deadline, and of the admission. */
final class PartnerChecks {

    private static final String MAX_CONNECTIONS = "max-connections";
    private static final String STREAMS = "http2.connections";

    private PartnerChecks() {}

    static List<Finding> of(CapacityInput input) {
        List<Finding> findings = new ArrayList<>();
        for (PartnerSettings partner : input.configuration().partners()) {
            long endpoints = partner.urls().size();
            long exchanges = input.exchangesWith(partner);
            findings.add(connections(partner, (exchanges + endpoints - 1) / endpoints));
            findings.add(queue(partner, exchanges));
            findings.add(timeout(partner, input.workload().partnerLatency()));
        }
        findings.add(deadline(input));
        AdmissionSettings admission = input.configuration().server().admission();
        if (admission.isLimited()) {
            findings.add(admission(admission, input.workload().users()));
        }
        return findings;
    }

    /** Returns the connections for each exchange, on average over the partners, which mashups use in turn. */
    static double connectionShare(List<PartnerSettings> partners) {
        return partners.stream()
                .mapToDouble(PartnerChecks::connectionShare)
                .average()
                .orElse(1);
    }

    /** Returns the connections for each exchange of a mashup, on average. */
    static double connectionShare(List<PartnerSettings> partners, MashupShape shape) {
        if (shape.byPartner().isEmpty() || shape.exchanges() == 0) {
            return connectionShare(partners);
        }
        double connections = partners.stream()
                .mapToDouble(each -> connectionShare(each) * shape.byPartner().getOrDefault(each.name(), 0))
                .sum();
        return connections / shape.exchanges();
    }

    private static double connectionShare(PartnerSettings partner) {
        return isHttp2(partner) ? 1.0 / partner.http2().maxStreams() : 1;
    }

    private static Finding connections(PartnerSettings partner, long exchanges) {
        if (!isHttp2(partner)) {
            return limit(partner, MAX_CONNECTIONS, partner.maxConnections(), exchanges, "");
        }
        long streams = partner.http2().maxStreams();
        long connections = (exchanges + streams - 1) / streams;
        return new Finding(
                partner.name() + ": " + STREAMS,
                OptionalDouble.of((double) capacity(partner)),
                exchanges,
                Unit.COUNT,
                List.of(key(partner, STREAMS) + connections + "   (of " + streams
                        + " streams each, if the partner's SETTINGS allow that many)"));
    }

    /** Exchanges without a permit are queued; beyond the bound of the queue they fail at once. */
    private static Finding queue(PartnerSettings partner, long exchanges) {
        long needed = Math.max(0, exchanges - capacity(partner) * partner.urls().size());
        return limit(
                partner,
                "limits.max-queued",
                partner.limits().maxQueued(),
                needed,
                "   (not needed if %s is raised)".formatted(isHttp2(partner) ? STREAMS : MAX_CONNECTIONS));
    }

    /** Exchanges that the connections to an endpoint carry at a time. */
    private static long capacity(PartnerSettings partner) {
        return isHttp2(partner)
                ? (long) partner.http2().connections() * partner.http2().maxStreams()
                : partner.maxConnections();
    }

    /** Returns whether HTTP/2 is certain; where it is negotiated, the checks assume a connection for each exchange. */
    private static boolean isHttp2(PartnerSettings partner) {
        return partner.protocol() == ProtocolChoice.H2 || partner.protocol() == ProtocolChoice.H2C;
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

    private static Finding deadline(CapacityInput input) {
        long needed = slowest(input.workload().latency());
        MashupShape shape = input.workload().shape();
        Duration own = shape.deadline();
        Duration deadline = own == null ? input.configuration().deadline() : own;
        String key = own == null ? "server.deadline: " : "mashups.%s.deadline: ".formatted(shape.mashup());
        return new Finding(
                "deadline",
                OptionalDouble.of(Unit.millis(deadline)),
                needed,
                Unit.MILLISECONDS,
                List.of(key + Unit.roundUp(needed) + "ms"));
    }

    /** The queue is for bursts: what stays longer than {@code max-queue-age} is refused. */
    private static Finding admission(AdmissionSettings admission, long users) {
        return new Finding(
                "admission.max-concurrent",
                OptionalDouble.of((double) admission.maxConcurrent()),
                users,
                Unit.COUNT,
                List.of("server.admission.max-concurrent: " + Unit.roundUp(users)));
    }

    private static long slowest(Duration latency) {
        return (long) Math.ceil(Unit.millis(latency) * Costs.SLOWEST_RESPONSE);
    }

    private static String key(PartnerSettings partner, String key) {
        return "partners." + partner.name() + "." + key + ": ";
    }
}
