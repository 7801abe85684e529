package recipes.jdk;

import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.okJson;
import static com.github.tomakehurst.wiremock.client.WireMock.status;
import static com.github.tomakehurst.wiremock.client.WireMock.urlPathEqualTo;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.github.tomakehurst.wiremock.junit5.WireMockExtension;
import com.sun.net.httpserver.HttpServer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.json.JsonMapper;

// recipe f begin
class OrderMashupTest {

    @RegisterExtension
    static WireMockExtension partner = WireMockExtension.newInstance().build();

    @Test
    void a_failed_recommendation_is_missing() throws Exception {
        partner.stubFor(get("/orders/7").willReturn(okJson("{\"id\":7,\"customer\":3,\"items\":[]}")));
        partner.stubFor(get("/customers/3").willReturn(okJson("{\"name\":\"Ada\"}")));
        partner.stubFor(get(urlPathEqualTo("/recommendations")).willReturn(status(503)));
        String url = partner.baseUrl();
        HttpServer server = Application.start(0, Map.of("orders", url, "customers", url, "recommendations", url));
        URI uri = URI.create("http://localhost:" + server.getAddress().getPort() + "/order?id=7");
        HttpResponse<String> reply =
                HttpClient.newHttpClient().send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
        server.stop(0);
        assertEquals(200, reply.statusCode());
        assertEquals(
                "unexpected status",
                JsonMapper.shared()
                        .readTree(reply.body())
                        .at("/missing/recommendations")
                        .asString());
    }
}
// recipe f end
