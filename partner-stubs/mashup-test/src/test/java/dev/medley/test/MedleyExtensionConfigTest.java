package dev.medley.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.medley.stubs.PartnerStubs;
import jakarta.servlet.http.HttpServletResponse;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Declared mashups under test: those of a configuration file, with stubs in place of its partners. */
class MedleyExtensionConfigTest {

    private static final String WEEKEND = "src/test/resources/weekend.yaml";

    @RegisterExtension
    static final MedleyExtension MEDLEY = MedleyExtension.config(WEEKEND);

    @RegisterExtension
    static final MedleyExtension FILTERED = MedleyExtension.builder()
            .config(WEEKEND)
            .filter((request, response, chain) -> ((HttpServletResponse) response).sendError(401), "/*")
            .build();

    @TempDir
    private Path folder;

    @BeforeEach
    void theSunShines() {
        MEDLEY.stubs("weather").answer("GET", "/weather", 200, "{\"summary\":\"sunny\"}");
    }

    @Test
    void aDeclaredMashupIsAnsweredByStubs() {
        MEDLEY.stubs("rooms").answer("GET", "/rooms", 200, "[{\"price\":120},{\"price\":90}]");

        HttpResponse<String> reply = MEDLEY.get("/weekend?city=Rome");

        assertThat(reply.body()).isEqualTo("{\"sky\":\"sunny\",\"cheapest\":{\"price\":90},\"missing\":{}}");
        assertThat(MEDLEY.stubs("weather").recorded("GET", "/weather?city=Rome"))
                .hasSize(1);
        assertThat(MEDLEY.uri().getPort()).isNotEqualTo(8080);
    }

    @Test
    void stubsFailAsTheTestSays() {
        PartnerStubs rooms = MEDLEY.stubs("rooms");
        rooms.answer("GET", "/rooms", 503, "");

        assertThat(MEDLEY.get("/weekend?city=Rome").body())
                .isEqualTo("{\"sky\":\"sunny\",\"missing\":{\"rooms\":\"unexpected status 503\"}}");
        assertThat(MEDLEY.get("/weekend").statusCode()).isEqualTo(400);
    }

    @Test
    void aFilterIsAddedByTheBuilder() {
        assertThat(FILTERED.get("/weekend?city=Rome").statusCode()).isEqualTo(401);
    }

    @Test
    void aWrongConfigurationIsReportedWithItsPlaces() throws Exception {
        Path file = Files.writeString(
                folder.resolve("medley.yaml"),
                "partners: {a: {url: 'http://a'}}\nmashups: {/m: {reply: {body: $b}}}\n");

        assertThat(catchThrowable(() -> RunningMedley.start(
                        MedleyExtension.builder().config(file.toString()).plan())))
                .hasMessage(file
                        + ":2:30: mashups./m.reply.body: '$b' is unknown; expected $missing, $partners, $request or"
                        + " $response");
    }

    @Test
    void whatTheFileHasIsNotGivenTwice() {
        String message = WEEKEND + " defines the server, its partners and its mashups' settings";
        assertThatIllegalStateException()
                .isThrownBy(() -> MedleyExtension.builder()
                        .config(WEEKEND)
                        .partners("weather")
                        .build())
                .withMessageContaining(message);
        assertThatIllegalStateException()
                .isThrownBy(() -> MedleyExtension.builder()
                        .config(WEEKEND)
                        .setting("a", "b")
                        .build())
                .withMessageContaining(message);
        assertThatIllegalStateException()
                .isThrownBy(() -> MedleyExtension.builder()
                        .settings(server -> server.deadline(Duration.ofSeconds(1)))
                        .config(WEEKEND)
                        .build())
                .withMessageContaining(message);
    }
}
