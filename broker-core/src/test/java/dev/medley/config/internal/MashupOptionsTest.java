package dev.medley.config.internal;

import static dev.medley.config.internal.Given.problemsOf;
import static dev.medley.config.internal.Given.problemsOfFile;
import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.config.ConfigurationException;
import dev.medley.config.MashupMode;
import dev.medley.partner.internal.limit.Priority;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MashupOptionsTest {

    private static final List<String> MAPPED = List.of("/quote", "/user/*");

    @Test
    void theExecutionOfAMashupIsGivenByItsPath() {
        MashupOptions options =
                Given.file("mashups: {/quote: {execution: pool}, /user/*: {}}").mashups();
        assertThat(options.execution(List.of("/", "/quote"))).isEqualTo(MashupMode.POOL);
        assertThat(options.execution(List.of("/user/*"))).isNull();
        assertThat(options.execution(List.of("/other"))).isNull();
        options.checkPaths(MAPPED, List.of());
    }

    /** Otherwise nobody would notice that it limits nothing. */
    @Test
    void aQuotaNamesPathsThatThereAre() {
        Configuration read = Given.file(
                "quotas: {q: {rate: 1, mashups: [/quot, /user/*, /declared]}}\nmashups: {/declared: {reply: {body: '1'}}}");
        assertThat(problemsOf(() -> read.mashups().checkPaths(MAPPED, read.quotas())))
                .containsExactly("quotas.q.mashups: no mashup has the path /quot; did you mean /quote?");
    }

    @Test
    void aBulkheadAndAPriorityAreGivenByThePath() {
        MashupOptions options = Given.file("server: {admission: {max-concurrent: 5}}\n"
                        + "mashups: {/quote: {max-concurrent: 3, priority: high}, /user/*: {priority: low}}")
                .mashups();
        assertThat(options.maxConcurrent(List.of("/quote"))).isEqualTo(3);
        assertThat(options.priority(List.of("/quote"))).isEqualTo(Priority.HIGH);
        assertThat(options.maxConcurrent(List.of("/user/*"))).isNull();
        assertThat(options.priority(List.of("/user/*"))).isEqualTo(Priority.LOW);
        assertThat(problemsOf(() -> options.priority(List.of("/quote", "/user/*"))))
                .containsExactly(
                        "medley.yaml:2:56: mashups./user/*: is the same mashup as in medley.yaml:2:11: mashups./quote;"
                                + " expected the same priority for both");
    }

    @Test
    void aDeadlineIsGivenByThePath() {
        MashupOptions options = Given.file("mashups: {/quote: {deadline: 3s}, /user/*: {deadline: 1m}, /a: {}}")
                .mashups();
        assertThat(options.deadline(List.of("/quote"))).isEqualTo(Duration.ofSeconds(3));
        assertThat(options.deadline(List.of("/a"))).isNull();
        assertThat(problemsOf(() -> options.deadline(List.of("/quote", "/user/*"))))
                .containsExactly("medley.yaml:1:35: mashups./user/*: is the same mashup as in medley.yaml:1:11:"
                        + " mashups./quote; expected the same deadline for both");
    }

    @Test
    void aDeadlineThatIsNoneIsRefused() {
        assertThat(problemsOfFile("mashups: {/quote: {deadline: 3}, /user/*: {deadline: 0s}, /a: {deadline: soon}}"))
                .containsExactly(
                        "medley.yaml:1:30: mashups./quote.deadline: '3' has no unit; expected a number with ms, s, m, h or"
                                + " d, such as 800ms",
                        "medley.yaml:1:54: mashups./user/*.deadline: '0s' is too short; expected more than 0ms",
                        "medley.yaml:1:74: mashups./a.deadline: 'soon' is not a duration; expected a number with ms, s, m,"
                                + " h or d, such as 800ms");
    }

    @Test
    void aFlagGivesItToo() {
        MashupOptions options =
                Given.flags("", Map.of("mashups./quote.execution", "pool")).mashups();
        assertThat(options.execution(List.of("/quote"))).isEqualTo(MashupMode.POOL);
    }

    @Test
    void aPathWithoutAMashupIsRefused() {
        MashupOptions options = Given.file("mashups:\n  /qoute:\n    execution: pool\n  /shop: {}\n")
                .mashups();
        assertThat(problemsOf(() -> options.checkPaths(MAPPED, List.of())))
                .containsExactly(
                        "medley.yaml:2:3: mashups./qoute: no mashup has this path; did you mean /quote?",
                        "medley.yaml:4:3: mashups./shop: no mashup has this path; expected /quote, /user/*");
    }

    @Test
    void aKeyThatIsNoPathIsRefused() {
        assertThat(problemsOfFile("mashups: {quote: {execution: pool}}"))
                .containsExactly(
                        "medley.yaml:1:11: mashups.quote: 'quote' is not a path of a mashup; expected one as in"
                                + " @WebServlet, such as /trip or /user/*");
    }

    @Test
    void anUnknownKeyOfAMashupIsRefused() {
        assertThat(problemsOfFile("mashups: {/quote: {exection: pool}}"))
                .containsExactly(
                        "medley.yaml:1:20: mashups./quote.exection: unknown key; did you mean mashups./quote.execution?");
    }

    @Test
    void blockingIsForAServerAsAWhole() {
        assertThat(problemsOfFile("mashups: {/quote: {execution: blocking}}"))
                .singleElement()
                .asString()
                .startsWith("medley.yaml:1:31: mashups./quote.execution: 'blocking' is for a whole server only:"
                        + " waiting mashups would occupy the few threads of async; expected async");
    }

    @Test
    void withoutVirtualThreadsTheErrorNamesTheJavaThatHasThem() {
        assertThat(problemsOf(() -> {
                    try {
                        MashupKeys.modes(false).parse("virtual");
                    } catch (dev.medley.setting.internal.InvalidValueException x) {
                        throw new ConfigurationException(List.of(String.valueOf(x.getMessage())));
                    }
                }))
                .singleElement()
                .asString()
                .contains("'virtual' needs Java 21 or later", "expected async or pool");
    }

    @Test
    void anotherExecutionThanThatOfTheServerNeedsAsync() {
        assertThat(problemsOfFile("server: {execution: blocking}\nmashups: {/quote: {execution: pool}}"))
                .containsExactly(
                        "medley.yaml:2:31: mashups./quote.execution: 'pool' is for single mashups of a server that"
                                + " runs async; expected server.execution: async, but it is blocking");
    }

    @Test
    void twoPathsOfOneMashupHaveOneExecution() {
        MashupOptions options = Given.file("mashups:\n  /a: {execution: pool}\n  /b: {execution: async}\n")
                .mashups();
        assertThat(problemsOf(() -> options.execution(List.of("/a", "/b"))))
                .containsExactly(
                        "medley.yaml:3:3: mashups./b: is the same mashup as in medley.yaml:2:3: mashups./a; expected"
                                + " the same execution for both");
    }
}
