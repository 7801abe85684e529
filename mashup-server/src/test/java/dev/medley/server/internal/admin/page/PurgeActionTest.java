package dev.medley.server.internal.admin.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.json.Json;
import dev.medley.partner.PartnerSettings;
import dev.medley.server.internal.admin.PrometheusPage;
import dev.medley.server.internal.admin.Scene;
import dev.medley.stubs.PartnerStubs;
import dev.medley.stubs.StubAnswer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** The cache of a partner as administration sees it, and its purge. */
class PurgeActionTest {

    private static final String WEATHER = "partner=weather";

    private final PartnerStubs stubs = PartnerStubs.builder()
            .answer("GET", "/api/{page}", StubAnswer.json(200, "{}").header("Cache-Control", "max-age=60"))
            .start();
    private final Scene scene = Scene.of(
            PartnerSettings.of("weather", stubs.uri() + "/api")
                    .cache(c -> c.enabled(true))
                    .build(),
            PartnerSettings.of("hotels", stubs.uri().toString()).build());
    private URI uri = URI.create("http://127.0.0.1");

    @BeforeEach
    void fill() throws Exception {
        uri = scene.serveAdministration();
        for (String target : new String[] {"/a?x=1", "/a?x=2", "/b", "/b"}) {
            scene.exchange("weather", target);
        }
    }

    @AfterEach
    void close() {
        scene.close();
        stubs.close();
    }

    @Test
    void allResponsesOfAPartnerAreRemoved() throws Exception {
        assertThat(purge("?partner=weather")).isEqualTo("{\"partner\":\"weather\",\"removed\":3}");
        assertThat(purge("?partner=weather")).isEqualTo("{\"partner\":\"weather\",\"removed\":0}");
        scene.exchange("weather", "/b");
        assertThat(stubs.requests()).isEqualTo(4);
    }

    @ParameterizedTest
    @CsvSource({"/api/b, 1", "/api/a%3Fx=1, 1", "/api/a, 0", "/api/c, 0", "/b, 0", "ORIGIN/api/a%3Fx=2, 1"})
    void theResponsesOfOneUrlAreRemoved(String url, int removed) throws Exception {
        String given = url.replace("ORIGIN", stubs.uri().toString());
        assertThat(purge("?partner=weather&url=" + given))
                .isEqualTo("{\"partner\":\"weather\",\"removed\":" + removed + "}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'' | the parameter partner is missing; expected one of weather, hotels",
                "?partner=wether | there is no partner 'wether'; expected one of weather, hotels",
                "?partner=hotels | partner hotels has no cache: expected cache.enabled: true in its configuration",
                "?partner=weather&uri=/b | the parameter 'uri' is unknown; expected partner, and optionally url",
                "?partner=weather&url=http://other.test/api/b | 'http://other.test/api/b' is not a URL of partner weather",
                "?partner=weather&url=//other.test/api/b | '//other.test/api/b' is not a URL of partner weather",
                "?partner=weather&url=b | 'b' is not a URL of partner weather",
                "?partner=weather&url=%25zz | '%zz' is not a URL of partner weather",
                "?partner=weather&url= | '' is not a URL of partner weather",
            })
    void whatCannotBePurgedIsRefusedAndNothingIsRemoved(String query, String detail) throws Exception {
        HttpResponse<String> response = scene.send("POST", uri.resolve("/cache/purge" + query));
        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(Json.parse(response.body().getBytes(java.nio.charset.StandardCharsets.UTF_8))
                        .tree()
                        .path("detail")
                        .stringValue())
                .startsWith(detail);
        assertThat(status().path("targets").intValue()).isEqualTo(3);
    }

    @Test
    void aPurgeIsAPost() throws Exception {
        HttpResponse<String> response = scene.get(uri.resolve("/cache/purge?partner=weather"));
        assertThat(response.statusCode()).isEqualTo(405);
        assertThat(response.headers().firstValue("Allow")).contains("POST");
        assertThat(status().path("targets").intValue()).isEqualTo(3);
    }

    /** A page of any site can send a form to the loopback address of the machine that shows it. */
    @ParameterizedTest
    @CsvSource({"Origin, http://other.test", "Origin, null", "Sec-Fetch-Site, cross-site"})
    void aPurgeByAWebPageIsRefused(String field, String value) throws Exception {
        HttpRequest form = HttpRequest.newBuilder(uri.resolve("/cache/purge?partner=weather"))
                .header(field, value)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString("a=b"))
                .build();

        HttpResponse<String> response = HttpClient.newHttpClient().send(form, HttpResponse.BodyHandlers.ofString());

        assertThat(response.statusCode()).isEqualTo(403);
        assertThat(status().path("targets").intValue()).isEqualTo(3);
    }

    @Test
    void statusAndMetricsShowTheCache() throws Exception {
        JsonNode cache = status();
        assertThat(cache.path("events").toString())
                .isEqualTo("{\"hit\":1,\"stale\":0,\"collapsed\":0,\"miss\":3,\"validated\":0,\"stale if error\":0,"
                        + "\"not shared\":0}");
        assertThat(cache.path("bytes").longValue()).isPositive();
        assertThat(cache.path("maxBytes").longValue()).isEqualTo(64L << 20);
        PrometheusPage page = scene.metrics();
        assertThat(page.value("medley_cache_events_total", WEATHER, "event=hit"))
                .isEqualTo(1);
        assertThat(page.value("medley_cache_events_total", WEATHER, "event=miss"))
                .isEqualTo(3);
        assertThat(page.value("medley_cache_targets", WEATHER)).isEqualTo(3);
        assertThat(page.value("medley_cache_used_bytes", WEATHER)).isPositive();
        assertThat(page.value("medley_cache_max_bytes", WEATHER)).isEqualTo(64L << 20);
        assertThat(page.value("medley_cache_evictions_total", WEATHER)).isZero();
    }

    private String purge(String query) throws Exception {
        HttpResponse<String> response = scene.send("POST", uri.resolve("/cache/purge" + query));
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        assertThat(response.headers().allValues("Cache-Control")).containsExactly("no-store");
        return response.body();
    }

    private JsonNode status() throws Exception {
        return Json.parse(scene.administration().pages().reply("GET", "/status").body())
                .tree()
                .path("outbound")
                .path("partners")
                .path("weather")
                .path("cache");
    }
}
