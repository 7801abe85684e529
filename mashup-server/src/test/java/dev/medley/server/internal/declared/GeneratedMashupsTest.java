package dev.medley.server.internal.declared;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.json.Json;
import dev.medley.stubs.RecordedRequest;
import dev.medley.stubs.StubAnswer;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

/**
 * That no reply of 200 is silent about what has failed: random mashups ({@link RandomMashup}), some of whose exchanges are made to
 * fail. {@code -Dmedley.test.seed} repeats others, {@code -Dmedley.test.mashups} tries more.
 */
class GeneratedMashupsTest {

    private static final long SEED = Long.getLong("medley.test.seed", 31);
    private static final int MASHUPS = Integer.getInteger("medley.test.mashups", 200);
    private static final int FAILURES_OF_EACH = 5;
    private static final String ROUND = "X-Round";
    private static final Map<String, String> SETTINGS = Map.of(
            "partners.a.retries",
            "0",
            "partners.b.retries",
            "0",
            "partners.c.retries",
            "0",
            "partners.a.pass-headers",
            ROUND,
            "partners.b.pass-headers",
            ROUND,
            "partners.c.pass-headers",
            ROUND);

    private final Random random = new Random(SEED);
    /** The exchanges that fail, {@code e1}, and the elements of others, {@code e1.0}. */
    private volatile Set<String> down = Set.of();
    /** Those of them that were asked, each after the request for the mashup: those of one that has failed may be late. */
    private final Set<String> failed = new ConcurrentSkipListSet<>();

    private int replies;
    private int incomplete;

    @Test
    @Timeout(300)
    void eachReplyNamesWhatHasFailed() throws Exception {
        List<RandomMashup> mashups = new ArrayList<>();
        for (int i = 0; i < MASHUPS; i++) {
            mashups.add(new RandomMashup("/m" + i, random));
        }
        String yaml = mashups.stream().map(RandomMashup::toString).collect(Collectors.joining());
        try (DeclaredRig rig = rig(yaml)) {
            List.of(rig.a, rig.b, rig.c).forEach(each -> each.answerAll(this::answer));
            for (RandomMashup mashup : mashups) {
                down = Set.of();
                String whole = rig.get(mashup.path()).body();
                for (int i = 0; i < FAILURES_OF_EACH; i++) {
                    down = failures(mashup);
                    String round = mashup.path() + "." + i;
                    HttpResponse<String> reply = rig.get(mashup.path(), ROUND, round);
                    check(mashup, whole, reply, failedIn(round));
                }
            }
        }

        assertThat(replies).as("replies of 200").isGreaterThan(MASHUPS * FAILURES_OF_EACH / 3);
        assertThat(incomplete).as("those that lack something").isGreaterThan(replies / 3);
    }

    private static DeclaredRig rig(String yaml) {
        try {
            return new DeclaredRig(yaml, SETTINGS);
        } catch (Exception x) {
            throw new AssertionError("seed " + SEED + ": a mashup is refused: " + x.getMessage() + "\n" + yaml, x);
        }
    }

    /** What is answered shows what was sent, so that a reply differs if something was left out of a request. */
    private StubAnswer answer(RecordedRequest request) {
        String[] segments = request.path().split("/", -1);
        String exchange = segments[2];
        String element = segments.length > 3 ? exchange + "." + segments[3] : exchange;
        if (down.contains(exchange) || down.contains(element)) {
            failed.add(request.header(ROUND) + " " + exchange);
            return StubAnswer.status(500);
        }
        int id = Math.floorMod(
                Objects.hash(request.path(), request.query(), request.header("X-Of"), request.body()), 1_000_000);
        return StubAnswer.json(
                200,
                "{\"id\":%d,\"open\":true,\"partner\":\"b\",\"items\":[{\"id\":%d},{\"id\":%d}]}"
                        .formatted(id, id + 1, id + 2));
    }

    private Set<String> failedIn(String round) {
        return failed.stream()
                .filter(each -> each.startsWith(round + " "))
                .map(each -> each.substring(round.length() + 1))
                .collect(Collectors.toSet());
    }

    private Set<String> failures(RandomMashup mashup) {
        Set<String> failures = new TreeSet<>();
        for (String each : mashup.exchanges()) {
            int kind = random.nextInt(100);
            if (kind < 40) {
                failures.add(kind < 30 ? each : each + "." + random.nextInt(2));
            }
        }
        mashup.standIns().stream().filter(each -> random.nextInt(100) < 40).forEach(failures::add);
        return failures;
    }

    private void check(RandomMashup mashup, String whole, HttpResponse<String> reply, Set<String> asked)
            throws Exception {
        String description = "seed %d, down %s, reply %d %s, manifest %s, without failures %s, of%n%s"
                .formatted(
                        SEED,
                        down,
                        reply.statusCode(),
                        reply.body(),
                        reply.headers().firstValue("Medley-Manifest").orElse("none"),
                        whole,
                        mashup);
        assertThat(reply.statusCode()).as(description).isIn(200, 502);
        if (reply.statusCode() != 200) {
            return;
        }
        replies++;
        JsonNode body =
                Json.parse(reply.body().getBytes(StandardCharsets.UTF_8)).tree();
        Set<String> missing = new LinkedHashSet<>(body.path("missing").propertyNames());
        Set<String> without = withoutValue(mashup, reply, asked);
        incomplete += without.isEmpty() ? 0 : 1;
        Set<String> expected = new LinkedHashSet<>(without);
        if (mashup.shape() != RandomMashup.Shape.BODY) {
            expected.retainAll(mashup.dependedOn());
        }
        for (String each : expected) {
            assertThat(missing)
                    .as("%s is not named: %s", each, description)
                    .anyMatch(name -> mashup.isLabel(name, each));
        }
        for (String name : missing) {
            assertThat(expected)
                    .as("%s has not failed: %s", name, description)
                    .anyMatch(each -> mashup.isLabel(name, each));
        }
        if (!reply.body().equals(whole) && whole.startsWith("{") && !whole.contains("\"status\"")) {
            assertThat(missing)
                    .as("it differs, and tells nothing: %s", description)
                    .isNotEmpty();
        }
        if (mashup.hasMaxAge()) {
            assertThat(reply.headers().firstValue("Cache-Control"))
                    .as(description)
                    .hasValue(without.isEmpty() ? "max-age=60" : "no-store");
        }
    }

    /** The exchanges whose own values the reply lacks: those that were made to fail, and those that failed for want of others. */
    private Set<String> withoutValue(RandomMashup mashup, HttpResponse<String> reply, Set<String> asked) {
        Set<String> without = new LinkedHashSet<>(asked);
        without.retainAll(mashup.exchanges());
        Map<String, String> outcomes = new LinkedHashMap<>();
        for (String each :
                reply.headers().firstValue("Medley-Manifest").orElse("").split(", ", -1)) {
            outcomes.put(each.split(";", -1)[0], each);
        }
        outcomes.forEach((exchange, outcome) -> {
            if (outcome.contains(";missing") || outcome.contains(";fallback") || outcome.contains(";incomplete=")) {
                without.add(exchange);
            }
        });
        return without;
    }
}
