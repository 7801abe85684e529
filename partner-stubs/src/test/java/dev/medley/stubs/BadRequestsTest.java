package dev.medley.stubs;

import static org.assertj.core.api.Assertions.assertThat;

import org.eclipse.jetty.client.ContentResponse;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BadRequestsTest {

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
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
                    /partner/one            | the number of the partner must be a whole number from 0 to 2147483647, not 'one'
                    /partner/1?delay=-1     | delay must be a whole number of milliseconds from 0 to 600000, not '-1'
                    /partner/1?delay=600001 | delay must be a whole number of milliseconds from 0 to 600000, not '600001'
                    /partner/1?delay=       | delay must be a whole number of milliseconds from 0 to 600000, not ''
                    /partner/1?size=1.5     | size must be a whole number of bytes from 0 to 67108864, not '1.5'
                    /partner/1?size=1&size=2| size must be given once, not 2 times
                    /partner/1?dealy=10     | the parameters allowed are [delay, size], not [dealy]
                    /bytes?size=10737418241 | size must be a whole number of bytes from 0 to 10737418240, not '10737418241'
                    /status/199             | the status must be a whole number from 200 to 599, not '199'
                    /status/600             | the status must be a whole number from 200 to 599, not '600'
                    /headers?count=1001     | count must be a whole number of header fields from 0 to 1000, not '1001'
                    /headers?count=2&size=40000 | count * (size + 42) must be at most 61440 bytes
                    /user/0                 | the id of the user must be a whole number from 1 to 1000000, not '0'
                    /product/tea            | the id of the product must be a whole number from 1 to 1000000, not 'tea'
                    /orders                 | user must be a whole number from 1 to 1000000, not ''
                    /rates?base=euro        | base must be three capital letters, such as EUR, not 'euro'
                    /stats?delay=1          | the parameters allowed are [], not [delay]
                    /partner/1?delay=%FF    | the query must be UTF-8 in percent encoding
                    """)
    void aWrongParameterIsAnsweredWithWhatIsAllowed(String path, String detail) throws Exception {
        ContentResponse response = get(path);

        assertThat(response.getStatus()).isEqualTo(400);
        assertThat(response.getMediaType()).isEqualTo("application/problem+json");
        assertThat(response.getContentAsString())
                .isEqualTo("{\"type\":\"about:blank\",\"title\":\"Bad Request\",\"status\":400,\"detail\":\"%s\"}"
                        .formatted(detail));
    }

    @Test
    void aCityOfAnyNameIsKnownUnlessItsNameHasNoEnd() throws Exception {
        ContentResponse known = get("/weather?city=%22Atlantis%22");
        ContentResponse endless = get("/weather?city=" + "a".repeat(101));

        assertThat(known.getStatus()).isEqualTo(200);
        assertThat(JsonText.isValid(known.getContentAsString())).isTrue();
        assertThat(endless.getStatus()).isEqualTo(400);
        assertThat(endless.getContentAsString()).contains("city must be of 100 characters at most, not of 101");
    }

    @ParameterizedTest
    @CsvSource({"/", "/nowhere", "/partner", "/partner/", "/weather/x", "/user", "/orders/1"})
    void anUnknownPathIsAnsweredWithTheKnownOnes(String path) throws Exception {
        ContentResponse response = get(path);

        assertThat(response.getStatus()).isEqualTo(404);
        assertThat(response.getContentAsString())
                .contains("there is /partner/{i}, /weather,", "/quote/{vendor}", "not GET " + path + "\"");
    }

    @Test
    void aWrongMethodIsAnsweredWithTheRightOnes() throws Exception {
        ContentResponse response = CLIENTS.of(Protocol.HTTP_1_1)
                .newRequest(STUBS.uri() + "/bytes")
                .method(HttpMethod.DELETE)
                .send();

        assertThat(response.getStatus()).isEqualTo(405);
        assertThat(response.getHeaders().get(HttpHeader.ALLOW)).isEqualTo("GET, HEAD");
        assertThat(response.getContentAsString()).contains("the method must be one of GET, HEAD, not DELETE");
    }

    @Test
    void aRequestThatBreaksTheRulesOfHttpIsRefused() throws Exception {
        try (RawClient client = RawClient.to(STUBS.port())) {
            client.send("GET /partner/1 HTTP/1.1\nHost: lines end with CR and LF\n\n");

            assertThat(client.readToEnd()).startsWith("HTTP/1.1 400 ");
        }
    }

    private static ContentResponse get(String pathAndQuery) throws Exception {
        return CLIENTS.of(Protocol.HTTP_1_1)
                .newRequest(STUBS.uri() + pathAndQuery)
                .send();
    }
}
