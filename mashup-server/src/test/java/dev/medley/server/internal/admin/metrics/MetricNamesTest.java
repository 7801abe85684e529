package dev.medley.server.internal.admin.metrics;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.partner.PartnerSettings;
import dev.medley.server.internal.admin.Scene;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Holds the names of all metrics to the rules of {@code promtool check metrics}. */
class MetricNamesTest {

    private static final Set<String> ABBREVIATED = Set.of(
            "s", "ms", "us", "ns", "sec", "b", "kb", "mb", "gb", "tb", "pb", "m", "h", "d", "g", "kg", "mv", "kv",
            "mw");
    private static final Set<String> NOT_BASE_UNITS = Set.of(
            "milliseconds",
            "microseconds",
            "nanoseconds",
            "minutes",
            "hours",
            "days",
            "weeks",
            "kilobytes",
            "megabytes",
            "gigabytes",
            "bits",
            "percent");
    private static final Set<String> TYPES = Set.of("counter", "gauge", "histogram", "summary");
    private static final Pattern SUFFIX_OF_HISTOGRAM = Pattern.compile(".*_(count|sum|bucket)");

    @Test
    void allNamesKeepPrometheusRules() throws Exception {
        try (Scene scene = Scene.of(PartnerSettings.of("weather", "http://127.0.0.1:9")
                .cache(c -> c.enabled(true))
                .build())) {
            scene.exchange("weather", "/weather");
            List<String> page = new String(
                            scene.administration()
                                    .pages()
                                    .reply("GET", "/metrics")
                                    .body(),
                            UTF_8)
                    .lines()
                    .toList();
            Map<String, String> types = page.stream()
                    .filter(line -> line.startsWith("# TYPE "))
                    .map(line -> line.split(" ", -1))
                    .collect(Collectors.toMap(part -> part[2], part -> part[3]));

            assertThat(types).containsKeys("process_cpu_seconds_total", "system_cpus", "medley_exchanges_seconds");
            assertThat(types).allSatisfy((name, type) -> {
                assertThat(page).anyMatch(line -> line.matches("# HELP " + name + " .+"));
                assertThat(name).matches("[a-z][a-z0-9_]*");
                assertThat(name.endsWith("_total")).as(name).isEqualTo(type.equals("counter"));
                assertThat(Arrays.asList(name.split("_", -1)))
                        .as(name)
                        .doesNotContainAnyElementsOf(ABBREVIATED)
                        .doesNotContainAnyElementsOf(NOT_BASE_UNITS)
                        .doesNotContainAnyElementsOf(TYPES);
                if (!type.equals("histogram") && !type.equals("summary")) {
                    assertThat(name).doesNotMatch(SUFFIX_OF_HISTOGRAM);
                }
            });
        }
    }
}
