package dev.medley.config.internal;

import static dev.medley.config.internal.Given.problemsOfFile;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class UnreadDeclarationsTest {

    @Test
    void aDeclaredMashupHasAPathWhateverElseItHas() {
        Configuration configuration = Given.file("""
                mashups:
                  /trip/{city}: {exchanges: {my-weather: {pth: [1]}}, parts: 7, summary: [a], max-concurrent: 3}
                  /note: {methods: {GET: nothing}}
                  /news: {reply: }
                  /quote: {max-concurrent: 5}
                """);

        assertThat(configuration.declarations())
                .extracting(each -> each.path().problem("fault"))
                .containsExactly(
                        "medley.yaml:2:3: mashups./trip/{city}: fault",
                        "medley.yaml:3:3: mashups./note: fault",
                        "medley.yaml:4:3: mashups./news: fault");
        assertThat(configuration.mashups().values(MashupOptions.Given::maxConcurrent))
                .containsEntry("/trip/{city}", 3)
                .containsEntry("/quote", 5)
                .hasSize(2);
    }

    @Test
    void theOptionsOfADeclaredMashupAreChecked() {
        assertThat(problemsOfFile("mashups: {/trip: {reply: {body: 1}, deadline: soon, priority: high}}"))
                .containsExactly(
                        "medley.yaml:1:47: mashups./trip.deadline: 'soon' is not a duration; expected a number with"
                                + " ms, s, m, h or d, such as 800ms");
    }

    @Test
    void aMisspeltKeyThatWouldDeclareAMashupIsNamed() {
        assertThat(problemsOfFile("mashups: {/trip: {exchnges: {}}}"))
                .containsExactly(
                        "medley.yaml:1:19: mashups./trip.exchnges: unknown key; did you mean mashups./trip.exchanges?");
    }

    @Test
    void keysOfADeclaredMashupAreRefusedForAServlet() {
        assertThat(problemsOfFile("mashups: {/quote: {execution: pool, methods: [GET], medley-manifest: total}}"))
                .containsExactly(
                        "medley.yaml:1:37: mashups./quote.methods: is allowed in declared mashups only; expected"
                                + " exchanges, reply or pass as well",
                        "medley.yaml:1:53: mashups./quote.medley-manifest: is allowed in declared mashups only; expected"
                                + " exchanges, reply or pass as well");
    }
}
