package dev.medley.test;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.server.MedleyServer;
import dev.medley.stubs.PartnerStubs;
import dev.medley.stubs.StubAnswer;
import dev.medley.stubs.StubMisbehaviour;
import jakarta.servlet.http.HttpServletResponse;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class MedleyExtensionTest {

    @RegisterExtension
    static final MedleyExtension MEDLEY = MedleyExtension.builder()
            .partner(
                    "weather",
                    settings -> settings.retries(0),
                    stubs -> stubs.answer("GET", "/weather", 200, "\"sun\""))
            .partner("news", settings -> settings.timeout(Duration.ofMillis(500)))
            .setting("shop.currency", "EUR")
            .filter(
                    (request, response, chain) -> {
                        ((HttpServletResponse) response).setHeader("X-Filter", "passed");
                        chain.doFilter(request, response);
                    },
                    "/*")
            .mashup(new CityServlet())
            .build();

    @Partner("news")
    @SuppressWarnings("NullAway.Init") // set by the extension
    private PartnerStubs news;

    private URI given = URI.create("/");

    @BeforeEach
    void takes(URI uri) {
        given = uri;
    }

    @Test
    void aMashupIsAnsweredByTheStubsOfItsPartners() {
        news.answer("GET", "/news", 200, "[1]");

        HttpResponse<String> reply = MEDLEY.get("/city?name=Rome");

        assertThat(reply.statusCode()).isEqualTo(200);
        assertThat(reply.body()).isEqualTo("{\"weather\":\"sun\",\"news\":[1],\"currency\":\"EUR\"}");
        assertThat(reply.headers().firstValue("X-Filter")).contains("passed");
        assertThat(news.recorded("GET", "/news?city=Rome")).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource
    void aPartnerThatFailsIsOneLine(StubMisbehaviour misbehaviour) {
        MEDLEY.stubs("news").answer("GET", "/news", StubAnswer.misbehaviour(misbehaviour));

        HttpResponse<String> reply = MEDLEY.get("/city?name=Rome");

        assertThat(reply.statusCode()).isEqualTo(200);
        assertThat(reply.body())
                .startsWith("{\"weather\":\"sun\",\"news\":null,")
                .contains("\"missing\":{\"news\":");
    }

    @Nested
    class InANestedClass {

        @Test
        void answersAndRecordsOfOtherTestsAreForgotten(@Partner("news") PartnerStubs stubs) {
            assertThat(stubs).isSameAs(news);
            assertThat(stubs.recorded()).isEmpty();
            stubs.answer("GET", "/news", 500, "");
            assertThat(MEDLEY.get("/city?name=Rome").body()).contains("\"missing\"");
        }

        @Test
        void answersAndRecordsOfOtherTestsAreForgottenInAnyOrder(@Partner("news") PartnerStubs stubs) {
            answersAndRecordsOfOtherTestsAreForgotten(stubs);
        }
    }

    @Test
    void theServerIsInjected(MedleyServer server, URI uri, MedleyExtension extension) {
        assertThat(server).isSameAs(MEDLEY.server());
        assertThat(uri).isEqualTo(server.uri()).isEqualTo(MEDLEY.uri()).isEqualTo(given);
        assertThat(extension).isSameAs(MEDLEY);
    }

    @Test
    void aRequestHasAMethodAndFieldsOfItsOwn() {
        HttpResponse<String> reply =
                MEDLEY.send(MEDLEY.request("/city?name=Rome").method("HEAD", BodyPublishers.noBody()));

        assertThat(reply.statusCode()).isEqualTo(200);
        assertThat(reply.body()).isEmpty();
    }
}
