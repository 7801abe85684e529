package dev.medley.loadtest.experiment.topics;

import dev.medley.loadtest.topics.SubscriberFigures;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/** What the subscribers of several processes have seen together. */
final class Readings {

    private static final int DIGITS = 3;
    private static final long LONGEST = 600_000_000;
    private static final double MILLI = 1000;

    private final List<SubscriberFigures> all;
    private final Histogram micros = new Histogram(LONGEST, DIGITS);

    Readings(List<SubscriberFigures> all) {
        this.all = List.copyOf(all);
        for (SubscriberFigures each : all) {
            try {
                micros.add(Histogram.decodeFromCompressedByteBuffer(
                        ByteBuffer.wrap(Base64.getDecoder().decode(each.histogram())), LONGEST));
            } catch (DataFormatException x) {
                throw new IllegalArgumentException("a subscriber's histogram cannot be read", x);
            }
        }
    }

    long sum(ToLongFunction<SubscriberFigures> figure) {
        return all.stream().mapToLong(figure).sum();
    }

    long received() {
        return sum(SubscriberFigures::received);
    }

    long subscribed() {
        return sum(SubscriberFigures::subscribed);
    }

    /** The messages of the latencies. */
    long measured() {
        return micros.getTotalCount();
    }

    /** The milliseconds within which {@code percent} of the messages were read. */
    double millis(double percent) {
        return micros.getValueAtPercentile(percent) / MILLI;
    }

    double meanMillis() {
        return micros.getTotalCount() == 0 ? 0 : micros.getMean() / MILLI;
    }

    double mostMillis() {
        return micros.getMaxValue() / MILLI;
    }

    /** Of each number that all subscribers get: the milliseconds until its last reading, if all have read it. */
    Map<Long, Double> lastMillis() {
        Map<Long, Double> last = new TreeMap<>();
        all.forEach(figures ->
                figures.last().forEach((number, each) -> last.merge(number, each.get(0) / MILLI, Math::max)));
        return last;
    }

    /** What went wrong besides losses, in words; empty if nothing did. */
    String failures() {
        Map<String, Integer> failures = new TreeMap<>();
        all.forEach(figures -> figures.failures().forEach((what, count) -> failures.merge(what, count, Integer::sum)));
        return failures.entrySet().stream()
                .map(each -> each.getValue() + " times: " + each.getKey())
                .collect(Collectors.joining("; "));
    }

    boolean hasFailures() {
        return all.stream().anyMatch(figures -> !figures.failures().isEmpty());
    }

    Histogram micros() {
        return micros;
    }
}
