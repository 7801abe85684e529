package dev.medley.partner.internal.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.connection.Header;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The arithmetic of RFC 9111, section 4.2. */
class FreshnessTest {

    private static final Instant RECEIVED = Instant.parse("2026-01-01T12:00:00Z");
    private static final String DATE = "Date: Thu, 01 Jan 2026 12:00:00 GMT";
    private static final Duration HEURISTIC = Duration.ofHours(1);

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // The most specific wins, whatever it says.
                "Cache-Control: max-age=60 | 60",
                "Cache-Control: max-age=60, s-maxage=10 | 10",
                "Cache-Control: s-maxage=0, max-age=60 | 0",
                "Cache-Control: max-age=60;Expires: Thu, 01 Jan 2026 13:00:00 GMT | 60",
                "Cache-Control: max-age=x;Expires: Thu, 01 Jan 2026 13:00:00 GMT | 0",
                "Cache-Control: no-transform;Expires: Thu, 01 Jan 2026 13:00:00 GMT | 3600",
                // Expires counts from Date, not from the arrival.
                "Expires: Thu, 01 Jan 2026 12:01:00 GMT | 60",
                "Date: Thu, 01 Jan 2026 11:00:00 GMT;Expires: Thu, 01 Jan 2026 12:01:00 GMT | 3660",
                "Date: Thu, 01 Jan 2026 13:00:00 GMT;Expires: Thu, 01 Jan 2026 12:01:00 GMT | 0",
                "Expires: Thu, 01 Jan 2026 12:00:00 GMT | 0",
                "Expires: Thu, 01 Jan 2026 11:00:00 GMT | 0",
                // An Expires that is no date is in the past (RFC 9111, section 5.3).
                "Expires: 0 | 0",
                "Expires: -1 | 0",
                "Expires: soon;Last-Modified: Thu, 01 Jan 2026 11:50:00 GMT | 0",
                "Expires: Thu, 01 Jan 2026 12:01:00 GMT;Expires: Thu, 01 Jan 2026 12:01:00 GMT | 60",
                "Expires: Thu, 01 Jan 2026 12:01:00 GMT;Expires: Thu, 01 Jan 2026 12:02:00 GMT | 0",
                "Expires: Sat, 01 Jan 2200 12:00:00 GMT | 0",
                "Expires: Wed, 01 Jan 2200 12:00:00 GMT | 2147483648",
                // Where nothing is given, a tenth of the time since the last modification, up to an hour.
                "Last-Modified: Thu, 01 Jan 2026 11:50:00 GMT | 60",
                "Last-Modified: Wed, 01 Jan 2025 12:00:00 GMT | 3600",
                "Last-Modified: Thu, 01 Jan 2026 12:00:00 GMT | 0",
                "Last-Modified: Thu, 01 Jan 2026 13:00:00 GMT | 0",
                "Last-Modified: yesterday | 0",
                "Cache-Control: no-transform | 0",
            })
    void theLifetimeIsTheOneThatTheResponseGives(String fields, long seconds) {
        List<Header> response = fields(fields.contains("Date:") ? fields : DATE + ";" + fields);
        assertThat(seconds(of(response, 0, HEURISTIC).lifetimeNanos())).isEqualTo(seconds);
    }

    @Test
    void aLifetimeIsAssumedOnlyIfThatIsWanted() {
        List<Header> response = fields("Last-Modified: Thu, 01 Jan 2026 11:50:00 GMT");
        assertThat(of(response, 0, Duration.ZERO).lifetimeNanos()).isZero();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "x: y | 0 | 0",
                "Age: 7 | 0 | 7",
                "Age: 7 | 2 | 9",
                "Age: 07 | 0 | 7",
                "Age: 7, 100 | 0 | 7",
                "Age: 7;Age: 100 | 0 | 7",
                "Age: -7 | 0 | 0",
                "Age: 7.5 | 0 | 0",
                "Age: x | 3 | 3",
                "Age: 99999999999 | 0 | 2147483648",
                // The larger of what the date says, and of what the caches on the way and the delay do.
                "Date: Thu, 01 Jan 2026 11:59:50 GMT | 0 | 10",
                "Date: Thu, 01 Jan 2026 11:59:50 GMT;Age: 7 | 2 | 10",
                "Date: Thu, 01 Jan 2026 11:59:50 GMT;Age: 9 | 2 | 11",
                // A clock that is ahead of ours, or no date, adds nothing.
                "Date: Thu, 01 Jan 2026 12:00:10 GMT | 0 | 0",
                "Date: now | 0 | 0",
                "Date: Thu, 01 Jan 2026 11:00:00 GMT;Date: Thu, 01 Jan 2026 12:00:00 GMT | 0 | 0",
            })
    void theAgeIsTheLargerEstimate(String fields, long delaySeconds, long seconds) {
        assertThat(seconds(of(fields(fields), delaySeconds, HEURISTIC).initialAgeNanos()))
                .isEqualTo(seconds);
    }

    /** Any fields, in any number. */
    @ParameterizedTest
    @MethodSource("seeds")
    void anyFieldsGiveTimesWithinBounds(long seed) {
        Random random = new Random(seed);
        List<Header> response = new ArrayList<>();
        for (int i = random.nextInt(6); i > 0; i--) {
            response.add(
                    new Header(any(random, "Cache-Control", "Expires", "Date", "Age", "Last-Modified"), any(random)));
        }
        Freshness freshness = of(response, random.nextInt(100), HEURISTIC);
        long longest = TimeUnit.SECONDS.toNanos(1L << 31);
        assertThat(freshness.lifetimeNanos()).as("%s", response).isBetween(0L, longest);
        assertThat(freshness.initialAgeNanos())
                .as("%s", response)
                .isBetween(0L, longest + TimeUnit.SECONDS.toNanos(100));
        // Another cache on the way makes a response older, never younger.
        List<Header> older = new ArrayList<>(response);
        older.removeIf(field -> field.name().equals("Age"));
        long without = of(older, 0, HEURISTIC).initialAgeNanos();
        older.add(new Header("Age", Integer.toString(random.nextInt(1000))));
        assertThat(of(older, 0, HEURISTIC).initialAgeNanos()).isGreaterThanOrEqualTo(without);
    }

    static Stream<Long> seeds() {
        return Stream.iterate(1L, seed -> seed + 1).limit(500);
    }

    private static String any(Random random) {
        String date = "Thu, %02d Jan 2026 %02d:00:00 GMT".formatted(1 + random.nextInt(2), random.nextInt(24));
        return any(
                random,
                date,
                "max-age=" + random.nextLong(),
                "max-age=" + random.nextInt(1000),
                "s-maxage=" + random.nextInt(1000) + ", max-age=x",
                "public, ,,=\"",
                Integer.toString(random.nextInt()),
                "");
    }

    private static String any(Random random, String... values) {
        return values[random.nextInt(values.length)];
    }

    private static Freshness of(List<Header> response, long delaySeconds, Duration heuristic) {
        long sent = Long.MAX_VALUE - 5;
        Arrival arrival = new Arrival(sent, sent + TimeUnit.SECONDS.toNanos(delaySeconds), RECEIVED);
        return Freshness.of(response, CacheControl.of(response), arrival, heuristic.toNanos());
    }

    private static long seconds(long nanos) {
        return TimeUnit.NANOSECONDS.toSeconds(nanos);
    }

    static List<Header> fields(String lines) {
        return Stream.of(lines.split(";"))
                .map(line -> line.strip().split(":", 2))
                .map(field -> new Header(field[0], field[1].strip()))
                .toList();
    }
}
