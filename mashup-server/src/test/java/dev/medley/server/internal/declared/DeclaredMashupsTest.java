package dev.medley.server.internal.declared;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.medley.config.ConfigurationException;
import dev.medley.config.internal.Configuration;
import dev.medley.server.internal.declaration.ServerConfiguration;
import dev.medley.server.internal.declared.plan.MashupEstimate;
import dev.medley.servlet.internal.routing.MashupRoute;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is known of declared mashups before there is a request. */
class DeclaredMashupsTest {

    private static final String PARTNERS = """
            partners:
              a: {url: 'http://127.0.0.1:1', timeout: 400ms, retries: 2}
              b: {url: 'http://127.0.0.1:2', timeout: 1s, retries: 0, redirects: 1, hedge: {after: 10ms}}
              c: {url: 'http://127.0.0.1:3', timeout: 300ms, retries: 0}
            """;

    private static final String CHAIN = PARTNERS + """
            mashups:
              /m:
                exchanges:
                  b: {path: '/two/{$a}', timeout: 500ms}
                  a: {path: /one}
                  c: {path: '/three/{$item}', for-each: $a, max-elements: 10, fallback: {exchange: d}}
                  d: {partner: c, path: /four}
            """;

    @Test
    void theEstimateIsThatOfTheWorstCase() {
        MashupEstimate estimate = declared(CHAIN).summaries().get(0).estimate();

        assertThat(estimate.chain()).containsExactly("a", "c");
        assertThat(estimate.chainTime()).isEqualTo(Duration.ofSeconds(1));
        assertThat(estimate.layers()).isEqualTo(2);
        assertThat(estimate.exchanges()).isEqualTo(1 + 1 + 10 * 2);
        assertThat(estimate.requests()).isEqualTo(3 + 2 * 2 + 10 * 2);
    }

    @Test
    void theDeadlineIsBeyondTheLongestChainUnlessTheServerHasOne() {
        assertThat(route(CHAIN).deadline()).isEqualTo(Duration.ofMillis(1500));
        assertThat(route("server: {deadline: 9s}\n" + CHAIN).deadline()).isNull();
    }

    private static final String ROUNDS = PARTNERS + """
            mashups:
              /m:
                exchanges:
                  a: {path: /one}
                  c: {path: '/three/{$item}', for-each: $a, max-elements: %d, concurrency: 4, fallback: {exchange: d}}
                  d: {partner: c, path: /four}
            """;

    @Test
    void eachRoundOfElementsCountsInTheChain() {
        MashupEstimate estimate =
                declared(ROUNDS.formatted(10)).summaries().get(0).estimate();

        assertThat(estimate.chainTime()).isEqualTo(Duration.ofMillis(400 + 3 * (300 + 300)));
        assertThat(estimate.chain()).containsExactly("a", "c (3 rounds)");
        assertThat(route(ROUNDS.formatted(10)).deadline()).isEqualTo(Duration.ofMillis(2200 + 500));
    }

    @Test
    void roundsDoNotMakeADeadlineLongerThanAMinute() {
        assertThat(route(ROUNDS.formatted(10_000)).deadline()).isEqualTo(Duration.ofMinutes(1));
        assertThat(route(ROUNDS.formatted(10_000).replace("300ms", "90s")).deadline())
                .isEqualTo(Duration.ofMillis(400 + 2 * 90_000 + 500));
    }

    @Test
    void aDeadlineThatIsShorterThanTheRoundsIsReported() {
        assertThat(findings("server: {deadline: 2s}\n" + ROUNDS.formatted(10)))
                .containsExactly(
                        "medley.yaml:7:3: mashups./m: has a deadline of 2s, which is shorter than the time-outs of a and then"
                                + " c (3 rounds), 2200ms in all; expected a longer deadline, or a shorter timeout of an exchange, or of"
                                + " for-each a higher concurrency or fewer max-elements");
        assertThat(findings("server: {deadline: 1m}\n" + ROUNDS.formatted(10_000)))
                .isEmpty();
    }

    @Test
    void theMappingIsThePathUpToItsFirstVariable() {
        assertThat(route(PARTNERS + "mashups: {'/x/{a}/y': {reply: {body: '1'}}}")
                        .mapping())
                .isEqualTo("/x/*");
    }

    @Test
    void twoMashupsOnOnePathAreRefused() {
        assertThat(problems(PARTNERS + "mashups:\n  /x/{a}: {reply: {body: '1'}}\n  /x/{b}: {reply: {body: '1'}}\n"))
                .containsExactly(
                        "medley.yaml:7:3: mashups./x/{b}: is the same path as /x/{a}; expected one mashup for it");
    }

    @Test
    @Timeout(20)
    void thousandsOfMashupsAreCheckedInSeconds() {
        String mashups = IntStream.range(0, 10_000)
                .mapToObj("  /x/{a}/%d: {reply: {body: '1'}}\n"::formatted)
                .collect(Collectors.joining());

        assertThat(problems(PARTNERS + "mashups:\n" + mashups + "  /x/{b}/7: {reply: {body: '1'}}\n"))
                .containsExactly(
                        "medley.yaml:10006:3: mashups./x/{b}/7: is the same path as /x/{a}/7; expected one mashup for it");
    }

    @Test
    void aMashupHasABoundedNumberOfExchanges() {
        assertThat(declared(chain(256)).summaries()).hasSize(1);
        assertThat(problems(chain(257)))
                .containsExactly("medley.yaml:6:3: mashups./m: has 257 exchanges; expected at most 256");
        assertThat(problems(chain(20_000)))
                .containsExactly("medley.yaml:6:3: mashups./m: has 20000 exchanges; expected at most 256");
    }

    /** A mashup in which each exchange waits for the one before. */
    private static String chain(int length) {
        String exchanges = IntStream.range(1, length)
                .mapToObj(i -> "      x%d: {partner: c, path: '/{$x%d}'}\n".formatted(i, i - 1))
                .collect(Collectors.joining());
        return PARTNERS + "mashups:\n  /m:\n    exchanges:\n      x0: {partner: c, path: /0}\n" + exchanges;
    }

    @Test
    void thePathOfAServletIsRefused() {
        DeclaredMashups mashups = declared(PARTNERS + "mashups: {/trip: {reply: {body: '1'}}}");

        assertThat(catchThrowableOfType(
                                ConfigurationException.class, () -> mashups.checkPaths(Map.of("/trip", "TripServlet")))
                        .problems())
                .containsExactly(
                        "medley.yaml:5:11: mashups./trip: is the path of TripServlet; expected one mashup for it");
    }

    private static MashupRoute route(String yaml) {
        return declared(yaml).routes().get(0);
    }

    private static List<String> findings(String yaml) {
        Configuration configuration = ServerConfiguration.READER.parse("medley.yaml", yaml, Map.of(), Map.of());
        return DeclaredMashups.of(configuration).warnings(configuration);
    }

    private static DeclaredMashups declared(String yaml) {
        return DeclaredMashups.of(ServerConfiguration.READER.parse("medley.yaml", yaml, Map.of(), Map.of()));
    }

    private static List<String> problems(String yaml) {
        return catchThrowableOfType(ConfigurationException.class, () -> declared(yaml))
                .problems();
    }
}
