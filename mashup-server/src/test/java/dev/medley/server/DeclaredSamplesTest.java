package dev.medley.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.stubs.StubAnswer;
import dev.medley.stubs.StubMisbehaviour;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The servlets {@code /trip} and {@code /fanout}, and the mashups of the gallery that are declared and equal to them. */
class DeclaredSamplesTest {

    private static final GalleryRig RIG = new GalleryRig();

    @BeforeAll
    static void start() {
        RIG.start();
    }

    @AfterAll
    static void close() {
        RIG.close();
    }

    @BeforeEach
    void reset() {
        RIG.reset();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/trip?city=Rome",
                "/trip?city=Rome&city=Oslo",
                "/trip?city=a%26b%2Fc%20d%3F%23",
                "/trip?city=%22%5C%0A%E2%82%AC%F0%9F%98%80",
                "/trip?city=+",
                "/fanout?c=1",
                "/fanout?c=6&delay=20&size=2000",
                "/fanout?size=2000&delay=20&c=6",
                "/fanout?c=2&delay=0&size=0",
                "/fanout?c=2&size=1048576",
                "/fanout?c=2&delay=007",
                "/fanout?c=1&c=2",
                "/fanout?c=256&size=100"
            })
    void anEqualRequestIsRepliedToAsByTheServlet(String path) {
        assertEqualReplies(path, 200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/trip",
                "/trip?city=",
                "/trip?town=Rome",
                "/fanout",
                "/fanout?C=1",
                "/fanout?c=",
                "/fanout?c=0",
                "/fanout?c=-1",
                "/fanout?c=257",
                "/fanout?c=+5",
                "/fanout?c=%2B5%20",
                "/fanout?c=1.0",
                "/fanout?c=1e2",
                "/fanout?c=0x5",
                "/fanout?c=many",
                "/fanout?c=99999999999999999999",
                "/fanout?c=2&delay=",
                "/fanout?c=2&delay=-1",
                "/fanout?c=2&delay=60001",
                "/fanout?c=2&delay=1.5",
                "/fanout?c=2&delay=soon",
                "/fanout?c=2&size=",
                "/fanout?c=2&size=-1",
                "/fanout?c=2&size=1048577",
                "/fanout?c=2&size=1KiB",
                "/fanout?c=2&delay=60000&size=1048577",
                "/fanout?c=257&delay=60001&size=1048577"
            })
    void aWrongRequestIsRefusedAsByTheServlet(String path) {
        assertEqualReplies(path, 400);
    }

    @ParameterizedTest
    @EnumSource(names = {"RESET", "TRUNCATED_BODY", "MALFORMED_JSON"})
    void theNewsAreMissingAsByTheServletIfTheyFail(StubMisbehaviour misbehaviour) {
        RIG.stubs("news").answer("GET", "/news", StubAnswer.misbehaviour(misbehaviour));

        assertThat(assertEqualReplies("/trip?city=Rome", 200).body())
                .contains(",\"news\":null,\"missing\":{\"news\":\"");
    }

    @ParameterizedTest
    @CsvSource({"404", "500", "503"})
    void theNewsAreMissingAsByTheServletIfTheirPartnerRefuses(int status) {
        RIG.stubs("news").answer("GET", "/news", StubAnswer.status(status));

        assertThat(assertEqualReplies("/trip?city=Rome", 200).body())
                .endsWith(",\"news\":null,\"missing\":{\"news\":\"unexpected status " + status + "\"}}");
    }

    @ParameterizedTest
    @EnumSource(names = {"RESET", "TRUNCATED_BODY", "MALFORMED_JSON"})
    void theTripFailsAsByTheServletWithAPartnerThatItNeeds(StubMisbehaviour misbehaviour) {
        RIG.stubs("hotels").answer("GET", "/hotels", StubAnswer.misbehaviour(misbehaviour));

        assertThat(assertEqualReplies("/trip?city=Rome", 502).body()).contains("\"partner\":\"hotels\"");
    }

    @ParameterizedTest
    @CsvSource({"404", "500", "503"})
    void theTripFailsAsByTheServletIfAPartnerThatItNeedsRefuses(int status) {
        RIG.stubs("hotels").answer("GET", "/hotels", StubAnswer.status(status));

        assertThat(assertEqualReplies("/trip?city=Rome", 502).body())
                .contains("\"partner hotels: unexpected status " + status + "\"");
    }

    @ParameterizedTest
    @EnumSource(names = {"RESET", "MALFORMED_JSON"})
    void theFanoutFailsAsByTheServletWithOneOfItsPartners(StubMisbehaviour misbehaviour) {
        RIG.stubs("hotels").answer("GET", "/partner/1", StubAnswer.misbehaviour(misbehaviour));

        assertThat(assertEqualReplies("/fanout?c=3", 502).body()).contains("\"partner\":\"hotels\"");
    }

    private static HttpResponse<String> assertEqualReplies(String path, int status) {
        return GalleryRig.modes()
                .map(mode -> {
                    HttpResponse<String> servlet = RIG.get(mode, path);
                    HttpResponse<String> declared = RIG.get(mode, "/declared" + path);

                    assertThat(steady(declared.body()))
                            .as("in the mode %s", mode)
                            .isEqualTo(steady(servlet.body()));
                    assertThat(declared.statusCode())
                            .isEqualTo(servlet.statusCode())
                            .isEqualTo(status);
                    assertThat(declared.headers().allValues("Content-Type"))
                            .isEqualTo(servlet.headers().allValues("Content-Type"));
                    return declared;
                })
                .reduce((one, other) -> other)
                .orElseThrow();
    }

    /** A partner that resets the connection may do so while the exchange is still sending, or is waiting already. */
    private static String steady(String body) {
        return body.replace("\"phase\":\"sending\"", "\"phase\":\"waiting\"");
    }
}
