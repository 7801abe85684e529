package dev.medley.server.internal.declared;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.medley.config.ConfigurationException;
import dev.medley.server.internal.declaration.ServerConfiguration;
import dev.medley.stubs.StubAnswer;
import dev.medley.thread.internal.Soon;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DeclaredScheduleTest {

    private static final String RATES = """
              /rates:
                every: 1h
                exchanges: {usd: {partner: a, path: /usd}}
                reply: {body: '{"usd": $usd}', max-age: '60'}
            """;

    private static HttpResponse<String> admin(DeclaredRig rig, String path) throws Exception {
        return rig.client.send(
                HttpRequest.newBuilder(URI.create(rig.server.adminUri() + path)).build(), BodyHandlers.ofString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"async", "blocking"})
    void aClientGetsTheSnapshotAtOnceAndNoPartnerIsAsked(String execution) throws Exception {
        try (DeclaredRig rig = new DeclaredRig(RATES, Map.of("server.execution", execution))) {
            rig.a.answer("GET", "/usd", 200, "1.07");
            Soon.asserted(() -> assertThat(rig.get("/rates").statusCode()).isEqualTo(200));
            long asked = rig.a.requests();

            HttpResponse<String> reply = rig.get("/rates");

            assertThat(reply.body()).isEqualTo("{\"usd\":1.07}");
            assertThat(reply.headers().firstValue("Age")).isPresent();
            assertThat(reply.headers().firstValue("Cache-Control")).hasValue("max-age=60");
            assertThat(reply.headers().firstValue("Medley-Manifest").orElse("")).startsWith("usd;completed");
            assertThat(rig.get("/rates", "If-None-Match", reply.headers().firstValue("ETag").orElse(""))
                            .statusCode())
                    .isEqualTo(304);
            HttpResponse<String> head = rig.client.send(
                    rig.request("/rates").method("HEAD", HttpRequest.BodyPublishers.noBody()).build(),
                    BodyHandlers.ofString());
            assertThat(head.headers().firstValue("Content-Length")).hasValue("12");
            assertThat(rig.a.requests()).isEqualTo(asked);
        }
    }

    @Test
    void anotherMashupReadsTheSnapshot() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /rates:
                    every: 1h
                    exchanges: {usd: {partner: a, path: /usd}}
                    reply: {body: '{"usd": $usd}'}
                  /price:
                    exchanges:
                      rates: {snapshot: rates}
                    reply: {merge: {rates: $rates, age: $response.rates.age, status: $response.rates.status}}
                """)) {
            rig.a.answer("GET", "/usd", 200, "1.0700");
            Soon.asserted(() -> assertThat(rig.get("/rates").statusCode()).isEqualTo(200));

            HttpResponse<String> reply = rig.get("/price");

            assertThat(reply.body()).startsWith("{\"rates\":{\"usd\":1.0700},\"age\":").endsWith(",\"status\":200}");
            assertThat(reply.headers().firstValue("Medley-Manifest").orElse(""))
                    .startsWith("rates;completed;status=200;age=");
            assertThat(reply.headers().firstValue("Medley-Manifest").orElse("")).doesNotContain("partner");
        }
    }

    @Test
    void aSnapshotThatIsNoJsonIsText() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /motto:
                    every: 1h
                    reply: {type: text/plain, body: '"carpe diem"'}
                  /shown:
                    exchanges: {motto: {snapshot: motto}}
                    reply: {body: $uppercase($motto)}
                """)) {
            assertThat(rig.get("/shown").body()).isEqualTo("\"CARPE DIEM\"");
        }
    }

    @Test
    void whatFailsBeforeTheFirstSnapshotIsA503AndAFallbackApplies() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /rates:
                    every: 1h
                    exchanges: {usd: {partner: a, path: /usd}}
                  /price:
                    exchanges: {rates: {snapshot: rates, fallback: {value: '{"usd": 1}'}}}
                  /strict:
                    exchanges: {rates: {snapshot: rates}}
                """)) {
            // Nothing is defined there.
            HttpResponse<String> reply = rig.get("/rates");

            assertThat(reply.statusCode()).isEqualTo(503);
            assertThat(Integer.parseInt(reply.headers().firstValue("Retry-After").orElse("")))
                    .isBetween(1, 3960);
            assertThat(rig.get("/price").body()).startsWith("{\"rates\":{\"usd\":1}");
            assertThat(rig.get("/strict").statusCode()).isEqualTo(503);
        }
    }

    @Test
    void statusAndMetricsHaveTheSchedule() throws Exception {
        try (DeclaredRig rig = new DeclaredRig(RATES)) {
            rig.a.answer("GET", "/usd", 200, "1.07");
            Soon.asserted(() -> assertThat(admin(rig, "/metrics").body()).contains("medley_schedule_runs_total{mashup=\"/rates\""));

            String metrics = admin(rig, "/metrics").body();
            String status = admin(rig, "/status").body();

            assertThat(metrics)
                    .contains("medley_schedule_age_seconds{mashup=\"/rates\"}")
                    .contains("medley_schedule_run_seconds_count{mashup=\"/rates\"}")
                    .contains("outcome=\"expired\"");
            assertThat(status).contains("\"schedules\"").contains("\"every\" : \"1h\"");
        }
    }

    @Test
    void itRunsAgainByItsInterval() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /now:
                    every: 1s
                    jitter: 0
                    exchanges: {tick: {partner: a, path: /tick}}
                """)) {
            rig.a.answer("GET", "/tick", StubAnswer.body(200, "application/json", "1".getBytes()));

            Soon.asserted(() -> assertThat(rig.a.requests()).isGreaterThan(2));
        }
    }

    private static void assertRefused(String mashups, String... problems) {
        assertThatThrownBy(() -> DeclaredMashups.of(ServerConfiguration.READER.parse(
                        "medley.yaml",
                        "mashups:\n" + mashups,
                        Map.of(),
                        Map.of(
                                "partners.a.url", "http://127.0.0.1:1",
                                "partners.b.url", "http://127.0.0.1:2",
                                "partners.b.pass-headers", "Cookie"))))
                .isInstanceOfSatisfying(
                        ConfigurationException.class, x -> assertThat(x.problems()).containsExactly(problems));
    }

    @Test
    void whatNeedsAClientIsRefusedWithItsPlace() {
        assertRefused(
                """
                  /rates:
                    every: 5m
                    parameters: {base: {default: EUR}, to: {}}
                    exchanges:
                      a: {path: '/a?base={$request.query.base}&x={$request.query.other}'}
                      c: {partner: a, path: /c, headers: {Cookie: '{$request.headers.cookie}'}, when: '$a and $request.caller.name'}
                      b: {path: /b}
                """,
                "medley.yaml:4:36: mashups./rates.parameters.to: has no default, but the mashup has every, and runs without a client; expected default",
                "");
    }

    @Test
    void aPathWithVariablesAndOtherMethodsAreRefused() {
        assertRefused(
                """
                  /rates/{base}:
                    every: 5m
                    methods: [GET, POST]
                    reply: {body: '1'}
                """,
                "");
    }

    @Test
    void aSnapshotThatThereIsNotAndACycleAreRefused() {
        assertRefused(
                """
                  /one:
                    every: 5m
                    exchanges: {o: {snapshot: two}}
                  /two:
                    every: 5m
                    exchanges: {o: {snapshot: one}}
                  /three:
                    exchanges: {o: {snapshot: for}}
                """,
                "");
    }

    @Test
    void keysOfARequestAreRefusedBesideASnapshot() {
        assertThatThrownBy(() -> ServerConfiguration.READER.parse(
                        "medley.yaml",
                        """
                        mashups:
                          /one:
                            every: 10ms
                            exchanges: {o: {snapshot: two, path: /x, timeout: 1s, fallback: {exchange: p}}}
                          /two:
                            jitter: 1s
                            reply: {body: '1'}
                        """,
                        Map.of(),
                        Map.of()))
                .isInstanceOfSatisfying(
                        ConfigurationException.class, x -> assertThat(x.problems()).containsExactly(""));
    }
}
