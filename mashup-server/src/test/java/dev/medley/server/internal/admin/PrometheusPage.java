package dev.medley.server.internal.admin;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A page in Prometheus' text format, read strictly. */
public final class PrometheusPage {

    private static final Pattern SAMPLE =
            Pattern.compile("([a-z_:][a-z0-9_:]*)(?:\\{(.*)})? ([-+.eE0-9]+|NaN|[-+]Inf)");
    private static final Pattern LABEL = Pattern.compile("([a-z_]+)=\"((?:[^\"\\\\]|\\\\.)*)\"");

    private final Map<String, Double> samples = new TreeMap<>();

    private PrometheusPage(String text) {
        assertThat(text).endsWith("\n");
        text.lines().filter(line -> !line.startsWith("#")).forEach(this::add);
    }

    public static PrometheusPage parse(byte[] page) {
        return new PrometheusPage(new String(page, StandardCharsets.UTF_8));
    }

    /** Returns the value of {@code name} with exactly these labels, such as {@code partner=weather}. */
    public double value(String name, String... labels) {
        String key = key(name, Arrays.stream(labels).sorted().collect(Collectors.joining(",")));
        assertThat(samples).containsKey(key);
        return samples.getOrDefault(key, Double.NaN);
    }

    /** Returns the samples, each as {@code name{label=value,...}}. */
    public Set<String> names() {
        return samples.keySet();
    }

    private void add(String line) {
        Matcher sample = SAMPLE.matcher(line);
        assertThat(sample.matches()).as(line).isTrue();
        String labels = sample.group(2) == null ? "" : sample.group(2);
        String sorted = LABEL.matcher(labels)
                .results()
                .map(label -> label.group(1) + "=" + label.group(2))
                .sorted()
                .collect(Collectors.joining(","));
        samples.put(
                key(sample.group(1), sorted), Double.parseDouble(sample.group(3).replace("Inf", "Infinity")));
    }

    private static String key(String name, String labels) {
        return labels.isEmpty() ? name : name + "{" + labels + "}";
    }
}
