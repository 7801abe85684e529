package dev.medley.server.capacity;

import dev.medley.config.Configuration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What the doctor has found. Immutable. */
public final class Diagnosis {

    private final Configuration configuration;
    private final Load load;
    private final List<Finding> findings;
    private final Largest largest;

    Diagnosis(Configuration configuration, Load load, List<Finding> findings, Largest largest) {
        this.configuration = configuration;
        this.load = load;
        this.findings = findings;
        this.largest = largest;
    }

    /** Whether nothing is known to be too low. */
    public boolean fits() {
        return findings.stream().noneMatch(Finding::isTooLow);
    }

    List<Finding> findings() {
        return findings;
    }

    Largest largest() {
        return largest;
    }

    /** For people: a table, what mends each shortfall, and the most that fits. */
    public String toText() {
        Table table = new Table("what", "there is", "needed", "verdict");
        findings.forEach(finding -> table.row(
                finding.what(),
                finding.there().stream()
                        .mapToObj(finding.unit()::show)
                        .findFirst()
                        .orElse("?"),
                finding.unit().show(finding.needed()),
                finding.verdict().label()));
        Stream<String> mends = findings.stream().filter(Finding::isTooLow).flatMap(Diagnosis::mends);
        return Stream.of(Stream.of(about(), ""), table.lines(), Stream.of(""), mends, Stream.of(most()))
                .flatMap(lines -> lines)
                .reduce("", (text, line) -> text + line + "\n");
    }

    /** For programs. Bytes, milliseconds and plain counts; {@code there} is null where it is unknown. */
    public String toJson() {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("users", load.users());
        document.put("fanOut", load.fanOut());
        document.put("latencyMs", Documents.number(Unit.millis(load.latency())));
        document.put("execution", configuration.server().execution().configured());
        document.put("fits", fits());
        document.put("findings", findings.stream().map(Diagnosis::document).toList());
        document.put("largest", largest);
        return Documents.json(document);
    }

    private String about() {
        return "%s users at a time, %d exchanges each, partners that take %s, execution %s: %s mashups a second, %s connections"
                .formatted(
                        Unit.count(load.users()),
                        load.fanOut(),
                        Unit.MILLISECONDS.show(Unit.millis(load.latency())),
                        configuration.server().execution().configured(),
                        Unit.COUNT.show(load.rate()),
                        Unit.count(load.connections()));
    }

    private String most() {
        String first = largest.mendFirst().isEmpty()
                ? ""
                : " This has to be mended first: " + String.join(", ", largest.mendFirst()) + ".";
        if (largest.limitedBy().isEmpty()) {
            return "The most that fits: nothing that is known sets a limit." + first;
        }
        return "The most that fits: %s users at a time. What limits it: %s.%s"
                .formatted(Unit.count(largest.users()), String.join(", ", largest.limitedBy()), first);
    }

    private static Stream<String> mends(Finding finding) {
        return Stream.of(
                        Stream.of(finding.what() + " is too low. What mends it:"),
                        finding.mends().stream().map(mend -> "    " + mend),
                        Stream.of(""))
                .flatMap(lines -> lines);
    }

    private static Map<String, @Nullable Object> document(Finding finding) {
        Map<String, @Nullable Object> document = new LinkedHashMap<>();
        document.put("what", finding.what());
        document.put(
                "there",
                finding.there().isPresent() ? Documents.number(finding.there().getAsDouble()) : null);
        document.put("needed", Documents.number(finding.needed()));
        document.put("verdict", finding.verdict().label());
        document.put("mends", finding.mends());
        return document;
    }
}
