package recipes.webflux;

import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.okJson;
import static com.github.tomakehurst.wiremock.client.WireMock.status;
import static com.github.tomakehurst.wiremock.client.WireMock.urlPathEqualTo;

import com.github.tomakehurst.wiremock.junit5.WireMockExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.webtestclient.autoconfigure.AutoConfigureWebTestClient;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import org.springframework.test.web.reactive.server.WebTestClient;

// recipe f begin
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
@AutoConfigureWebTestClient
class OrderMashupTest {

    @RegisterExtension
    static WireMockExtension partner = WireMockExtension.newInstance().build();

    @DynamicPropertySource
    static void partners(DynamicPropertyRegistry properties) {
        properties.add("partners.orders", partner::baseUrl);
        properties.add("partners.customers", partner::baseUrl);
        properties.add("partners.recommendations", partner::baseUrl);
    }

    @Test
    void a_failed_recommendation_is_missing(@Autowired WebTestClient client) {
        partner.stubFor(get("/orders/7").willReturn(okJson("{\"id\":7,\"customer\":3,\"items\":[]}")));
        partner.stubFor(get("/customers/3").willReturn(okJson("{\"name\":\"Ada\"}")));
        partner.stubFor(get(urlPathEqualTo("/recommendations")).willReturn(status(503)));
        client.get()
                .uri("/order?id=7")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .jsonPath("$.missing.recommendations")
                .isEqualTo("unexpected status");
    }
}
// recipe f end
