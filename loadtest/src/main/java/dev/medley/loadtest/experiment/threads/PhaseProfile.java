package dev.medley.loadtest.experiment.threads;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The phases of inbound requests, by a histogram of the server: figure 7.
 *
 * @param phases by name, in the order of the server
 */
record PhaseProfile(Map<String, Phase> phases) {

    /** The histogram that is read. */
    static final String HISTOGRAM = "medley_request_phase_seconds";

    private static final Pattern LINE = Pattern.compile(
            "^" + HISTOGRAM + "_(sum|count)\\{[^}]*\\bphase=\"([^\"]*)\"[^}]*} (\\S+)$", Pattern.MULTILINE);
    private static final Duration ANSWER_WITHIN = Duration.ofSeconds(10);
    private static final double MICROS = 1e6;

    static final PhaseProfile NONE = new PhaseProfile(Map.of());

    PhaseProfile {
        phases = new LinkedHashMap<>(phases);
    }

    /**
     * A phase.
     *
     * @param seconds in all requests
     * @param count of requests that had it
     */
    record Phase(double seconds, double count) {

        private static final Phase NONE = new Phase(0, 0);

        Phase plus(Phase other) {
            return new Phase(seconds + other.seconds, count + other.count);
        }

        Phase minus(Phase earlier) {
            return new Phase(seconds - earlier.seconds, count - earlier.count);
        }

        double meanMicros() {
            return seconds * MICROS / count;
        }
    }

    /** Reads the metrics at an address of administration. */
    static PhaseProfile read(URI admin) throws IOException, InterruptedException {
        HttpClient client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        HttpRequest request = HttpRequest.newBuilder(admin.resolve("/metrics"))
                .timeout(ANSWER_WITHIN)
                .build();
        return of(client.send(request, HttpResponse.BodyHandlers.ofString()).body());
    }

    /** Takes sums and counts from a page of metrics; what it has of several mashups is added up. */
    static PhaseProfile of(String metrics) {
        Map<String, Phase> phases = new LinkedHashMap<>();
        Matcher line = LINE.matcher(metrics);
        while (line.find()) {
            double value = Double.parseDouble(line.group(3));
            phases.merge(
                    line.group(2),
                    line.group(1).equals("sum") ? new Phase(value, 0) : new Phase(0, value),
                    Phase::plus);
        }
        return new PhaseProfile(phases);
    }

    /** What came since {@code earlier}. */
    PhaseProfile minus(PhaseProfile earlier) {
        Map<String, Phase> rest = new LinkedHashMap<>();
        phases.forEach((name, phase) -> rest.put(name, phase.minus(earlier.phases.getOrDefault(name, Phase.NONE))));
        return new PhaseProfile(rest);
    }

    /** Returns whether the server has no such histogram, or no request was in it. */
    boolean isEmpty() {
        return phases.values().stream().allMatch(phase -> phase.count() == 0);
    }

    /** The time of all phases together. */
    double seconds() {
        return phases.values().stream().mapToDouble(Phase::seconds).sum();
    }
}
