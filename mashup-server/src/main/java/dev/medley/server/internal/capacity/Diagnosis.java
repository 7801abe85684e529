package dev.medley.server.internal.capacity;

import dev.medley.config.internal.Configuration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The result of {@link Doctor}.
 *
 * @param configuration that was checked
 * @param workload that was checked
 * @param findings of all checks
 * @param largest workload that fits
 */
public record Diagnosis(Configuration configuration, Workload workload, List<Finding> findings, Largest largest) {

    /**
     * The largest workload that fits.
     *
     * @param users concurrent, once {@code fixFirst} is fixed
     * @param limitedBy checks that are too low with one user more
     * @param fixFirst checks that are too low for any number of users
     */
    record Largest(long users, List<String> limitedBy, List<String> fixFirst) {}

    /** Returns true if no check is too low. */
    public boolean fits() {
        return findings.stream().noneMatch(Finding::isTooLow);
    }

    /** Returns the text for people: a table, the fixes of each shortfall, and the largest workload. */
    public String toText() {
        Output.Table table = new Output.Table("check", "available", "needed", "verdict");
        for (Finding finding : findings) {
            OptionalDouble available = finding.available();
            table.row(
                    finding.check(),
                    available.isPresent() ? finding.unit().show(available.getAsDouble()) : "?",
                    finding.unit().show(finding.needed()),
                    finding.verdict());
        }
        Stream<String> fixes = findings.stream()
                .filter(Finding::isTooLow)
                .flatMap(finding -> Stream.concat(
                        Stream.of("", finding.check() + ": too low. Fixes:"),
                        finding.fixes().stream().map(fix -> "    " + fix)));
        return Stream.of(Stream.of(summary(), ""), table.lines(), fixes, Stream.of("", maximum()))
                .flatMap(lines -> lines)
                .reduce("", (text, line) -> text + line + "\n");
    }

    /** Returns JSON, in bytes, milliseconds and plain counts; {@code available} is null where it is unknown. */
    public String toJson() {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("users", workload.users());
        document.put("mashup", workload.shape().mashup());
        document.put("fanOut", workload.fanOut());
        document.put("layers", workload.shape().layers());
        document.put("latencyMs", Output.number(Unit.millis(workload.partnerLatency())));
        document.put("execution", configuration.server().execution().configured());
        document.put("fits", fits());
        document.put("findings", findings.stream().map(Diagnosis::document).toList());
        document.put("largest", largest);
        return Output.json(document);
    }

    private String summary() {
        String mashup = workload.shape().mashup();
        return "%s concurrent users%s, %s, partner latency %s, execution %s: %s mashups per second, %s connections"
                .formatted(
                        Unit.count(workload.users()),
                        mashup.isEmpty() ? "" : " of " + mashup,
                        workload.shape().inWords(),
                        Unit.show(workload.partnerLatency()),
                        configuration.server().execution().configured(),
                        Unit.COUNT.show(workload.rate()),
                        Unit.count(workload.connections()));
    }

    private String maximum() {
        String first = largest.fixFirst().isEmpty() ? "" : " Fix first: " + String.join(", ", largest.fixFirst()) + ".";
        return largest.limitedBy().isEmpty()
                ? "Maximum: unbounded, no known limit applies." + first
                : "Maximum: %s concurrent users, limited by %s.%s"
                        .formatted(Unit.count(largest.users()), String.join(", ", largest.limitedBy()), first);
    }

    private static Map<String, @Nullable Object> document(Finding finding) {
        OptionalDouble available = finding.available();
        Map<String, @Nullable Object> document = new LinkedHashMap<>();
        document.put("check", finding.check());
        document.put("available", available.isPresent() ? Output.number(available.getAsDouble()) : null);
        document.put("needed", Output.number(finding.needed()));
        document.put("verdict", finding.verdict());
        document.put("fixes", finding.fixes());
        return document;
    }
}
