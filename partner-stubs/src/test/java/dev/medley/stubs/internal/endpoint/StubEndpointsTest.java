package dev.medley.stubs.internal.endpoint;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.stubs.Clients;
import dev.medley.stubs.ExpectedBytes;
import dev.medley.stubs.JsonText;
import dev.medley.stubs.PartnerStubs;
import dev.medley.stubs.Protocol;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Locale;
import org.eclipse.jetty.client.BytesRequestContent;
import org.eclipse.jetty.client.ContentResponse;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpVersion;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class StubEndpointsTest {

    @RegisterExtension
    static final Clients CLIENTS = new Clients();

    private static final PartnerStubs STUBS = PartnerStubs.builder().build();

    @BeforeAll
    static void start() {
        STUBS.start();
    }

    @AfterAll
    static void stop() {
        STUBS.close();
    }

    @ParameterizedTest
    @EnumSource
    void everyPortSpeaksBothProtocols(Protocol protocol) throws Exception {
        HttpVersion version = get(protocol, "/partner/1").getVersion();

        assertThat(version).isEqualTo(protocol == Protocol.H2C ? HttpVersion.HTTP_2 : HttpVersion.HTTP_1_1);
    }

    @ParameterizedTest
    @EnumSource
    void aPartnerAnswersWithOneKibibyteOfJsonUnlessAskedOtherwise(Protocol protocol) throws Exception {
        ContentResponse response = get(protocol, "/partner/17");

        assertThat(response.getStatus()).isEqualTo(200);
        assertThat(response.getMediaType()).isEqualTo("application/json");
        assertThat(response.getContent()).hasSize(1024);
        assertThat(response.getContentAsString())
                .startsWith("{\"partner\":17,\"status\":\"ok\",\"offers\":[{\"id\":1000,\"name\":\"offer number 0\","
                        + "\"price\":19.5,\"currency\":\"EUR\",\"tags\":[\"new\",\"sale\"],"
                        + "\"stock\":{\"warehouse\":\"north\",\"count\":0,\"open\":true}},")
                .contains("],\"page\":{\"number\":1,\"of\":3,\"next\":null}");
    }

    @ParameterizedTest
    @EnumSource
    void aPartnerAnswersWithTheSizeAskedFor(Protocol protocol) throws Exception {
        assertThat(get(protocol, "/partner/1?size=300").getContent()).hasSize(300);
        assertThat(get(protocol, "/partner/1?size=1500000").getContent()).hasSize(1_500_000);
    }

    @ParameterizedTest
    @EnumSource
    void aPartnerGivesTheSameAnswerEveryTime(Protocol protocol) throws Exception {
        assertThat(get(protocol, "/partner/5?size=4000").getContent())
                .isEqualTo(get(protocol, "/partner/5?size=4000").getContent());
    }

    @ParameterizedTest
    @EnumSource
    void theHeadOfADocumentComesWithoutTheDocument(Protocol protocol) throws Exception {
        ContentResponse response = request(protocol, "/partner/1?size=300000")
                .method(HttpMethod.HEAD)
                .send();

        assertThat(response.getHeaders().getLongField(HttpHeader.CONTENT_LENGTH))
                .isEqualTo(300_000);
        assertThat(response.getContent()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void aPartnerReportsLengthAndDigestOfWhatIsPosted(Protocol protocol) throws Exception {
        byte[] body = "order ".repeat(50_000).getBytes(UTF_8);

        ContentResponse response = request(protocol, "/partner/3?delay=1")
                .method(HttpMethod.POST)
                .body(new BytesRequestContent(body))
                .send();

        assertThat(response.getContentAsString())
                .isEqualTo("{\"partner\":3,\"method\":\"POST\",\"received\":300000,\"sha256\":\"%s\"}"
                        .formatted(sha256(body)));
    }

    @ParameterizedTest
    @EnumSource
    void aPartnerTakesAnEmptyPut(Protocol protocol) throws Exception {
        ContentResponse response =
                request(protocol, "/partner/0").method(HttpMethod.PUT).send();

        assertThat(response.getContentAsString())
                .isEqualTo("{\"partner\":0,\"method\":\"PUT\",\"received\":0,\"sha256\":\"%s\"}"
                        .formatted(sha256(new byte[0])));
    }

    @ParameterizedTest
    @EnumSource
    void theWeatherIsThatOfTheCityAskedFor(Protocol protocol) throws Exception {
        assertThat(get(protocol, "/weather?city=Lisbon").getContentAsString())
                .matches("\\{\"city\":\"Lisbon\",\"summary\":\"[a-z ]+\",\"celsius\":\\d+}");
    }

    @ParameterizedTest
    @EnumSource
    void thereAreThreeHotelsInEveryCity(Protocol protocol) throws Exception {
        assertThat(get(protocol, "/hotels?city=Z%C3%BCrich&delay=1").getContentAsString())
                .matches("\\[(\\{\"name\":\"[^\"]+, Zürich\",\"stars\":\\d,\"price\":\\d+},?){3}]");
    }

    @ParameterizedTest
    @EnumSource
    void aCityMayHaveAnyName(Protocol protocol) throws Exception {
        String weather =
                get(protocol, "/weather?city=%22%5C%0A%E2%82%AC%F0%9F%98%80%22").getContentAsString();

        assertThat(weather).startsWith("{\"city\":\"\\\"\\\\\\u000a€\\ud83d\\ude00\\\"\",");
        assertThat(JsonText.isValid(weather)).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void theNewsAreHeadlines(Protocol protocol) throws Exception {
        assertThat(get(protocol, "/news?city=New%20York").getContentAsString())
                .matches("\\[(\"[^\"]*New York[^\"]*\",?){3}]");
    }

    @ParameterizedTest
    @EnumSource
    void bytesFollowFromTheirOffset(Protocol protocol) throws Exception {
        assertThat(get(protocol, "/bytes?size=1900000").getContent()).isEqualTo(ExpectedBytes.upTo(1_900_000));
    }

    @ParameterizedTest
    @EnumSource
    void noBytesAreAnswerEnough(Protocol protocol) throws Exception {
        ContentResponse response = get(protocol, "/bytes?size=0");

        assertThat(response.getMediaType()).isEqualTo("application/octet-stream");
        assertThat(response.getContent()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void anyFinalStatusCanBeHad(Protocol protocol) throws Exception {
        ContentResponse response = get(protocol, "/status/503");

        assertThat(response.getStatus()).isEqualTo(503);
        assertThat(response.getContentAsString()).isEqualTo("{\"status\":503,\"reason\":\"Service Unavailable\"}");
        assertThat(get(protocol, "/status/418").getStatus()).isEqualTo(418);
    }

    @ParameterizedTest
    @EnumSource
    void aStatusWithoutABodyHasNone(Protocol protocol) throws Exception {
        ContentResponse response = get(protocol, "/status/204");

        assertThat(response.getStatus()).isEqualTo(204);
        assertThat(response.getContent()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void aStatusAnswersEveryMethodAndReadsItsBody(Protocol protocol) throws Exception {
        ContentResponse response = request(protocol, "/status/500")
                .method(HttpMethod.PATCH)
                .body(new BytesRequestContent(new byte[200_000]))
                .send();

        assertThat(response.getStatus()).isEqualTo(500);
    }

    @ParameterizedTest
    @EnumSource
    void headerFieldsComeInNumberAndSizeAskedFor(Protocol protocol) throws Exception {
        ContentResponse response = get(protocol, "/headers?count=200&size=100");

        assertThat(response.getHeaders().stream()
                        .filter(field ->
                                field.getName().toLowerCase(Locale.ROOT).startsWith("x-stub-"))
                        .map(HttpField::getValue))
                .hasSize(200)
                .containsOnly("v".repeat(100));
    }

    @ParameterizedTest
    @EnumSource
    void headerFieldsMayBeAsLargeAsAllowed(Protocol protocol) throws Exception {
        ContentResponse response = get(protocol, "/headers?count=1&size=61398");

        assertThat(response.getHeaders().get("X-Stub-0")).hasSize(61_398);
    }

    private static Request request(Protocol protocol, String pathAndQuery) {
        return CLIENTS.of(protocol).newRequest(STUBS.uri() + pathAndQuery);
    }

    private static ContentResponse get(Protocol protocol, String pathAndQuery) throws Exception {
        return request(protocol, pathAndQuery).send();
    }

    private static String sha256(byte[] bytes) throws Exception {
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    }
}
