package dev.medley.server.internal.declared;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.medley.config.ConfigurationException;
import dev.medley.config.internal.Configuration;
import dev.medley.server.internal.declaration.ServerConfiguration;
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
                exchanges: {usd: {partner: a, path: '/weather?city=Oslo'}}
                reply: {body: '{"usd": $usd.city}', max-age: '60'}
            """;

    private static HttpResponse<String> admin(DeclaredRig rig, String path) throws Exception {
        return rig.client.send(
                HttpRequest.newBuilder(URI.create(rig.server.adminUri() + path)).build(), BodyHandlers.ofString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"async", "blocking"})
    void aClientGetsTheSnapshotAtOnceAndNoPartnerIsAsked(String execution) throws Exception {
        try (DeclaredRig rig = new DeclaredRig(RATES, Map.of("server.execution", execution))) {
            await().untilAsserted(
                            () -> assertThat(rig.get("/rates").statusCode()).isEqualTo(200));
            long asked = rig.a.requests();

            HttpResponse<String> reply = rig.get("/rates");

            assertThat(reply.body()).isEqualTo("{\"usd\":\"Oslo\"}");
            assertThat(reply.headers().firstValue("Age")).isPresent();
            assertThat(reply.headers().firstValue("Cache-Control")).hasValue("max-age=60");
            assertThat(reply.headers().firstValue("Medley-Manifest").orElse("")).startsWith("usd;completed");
            assertThat(rig.get(
                                    "/rates",
                                    "If-None-Match",
                                    reply.headers().firstValue("ETag").orElse(""))
                            .statusCode())
                    .isEqualTo(304);
            HttpResponse<String> head = rig.client.send(
                    rig.request("/rates")
                            .method("HEAD", HttpRequest.BodyPublishers.noBody())
                            .build(),
                    BodyHandlers.ofString());
            assertThat(head.headers().firstValue("Content-Length")).hasValue("14");
            assertThat(rig.a.requests()).isEqualTo(asked);
        }
    }

    @Test
    void anotherMashupReadsTheSnapshot() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /rates:
                    every: 1h
                    exchanges: {usd: {partner: a, path: '/weather?city=Oslo'}}
                    reply: {body: '{"usd": $usd.city, "digits": 1.07}'}
                  /price:
                    exchanges:
                      rates: {snapshot: rates}
                    reply: {merge: {rates: $rates, age: $response.rates.age, status: $response.rates.status}}
                """)) {
            await().untilAsserted(
                            () -> assertThat(rig.get("/rates").statusCode()).isEqualTo(200));

            HttpResponse<String> reply = rig.get("/price");

            assertThat(reply.body())
                    .startsWith("{\"rates\":{\"usd\":\"Oslo\",\"digits\":1.07},\"age\":")
                    .endsWith(",\"status\":200}");
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
            assertThat(Integer.parseInt(
                            reply.headers().firstValue("Retry-After").orElse("")))
                    .isBetween(1, 3960);
            assertThat(rig.get("/price").body()).startsWith("{\"rates\":{\"usd\":1}");
            assertThat(rig.get("/strict").statusCode()).isEqualTo(503);
        }
    }

    @Test
    void anOptionalSnapshotThatDoesNotComeIsMissingBeforeTheDeadline() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /rates:
                    every: 1h
                    exchanges: {usd: {partner: a, path: '/weather?city=Oslo&delay=30000'}}
                  /price:
                    exchanges:
                      rates: {snapshot: rates, optional: true}
                      news: {partner: b, path: '/weather?city=Rome', timeout: 1s}
                  /fixed:
                    exchanges:
                      rates: {snapshot: rates, fallback: {value: '7'}}
                      news: {partner: b, path: '/weather?city=Rome', timeout: 1s}
                    reply: {body: '$rates', needs: [news]}
                """)) {
            HttpResponse<String> reply = rig.get("/price");

            assertThat(reply.statusCode()).isEqualTo(200);
            assertThat(reply.body()).contains("\"missing\":{\"rates\":\"timeout\"}");
            assertThat(rig.get("/fixed").body()).isEqualTo("7");
        }
    }

    @Test
    void statusAndMetricsHaveTheSchedule() throws Exception {
        try (DeclaredRig rig = new DeclaredRig(RATES)) {
            await().untilAsserted(() ->
                    assertThat(admin(rig, "/metrics").body()).contains("medley_schedule_runs_total{mashup=\"/rates\""));

            String metrics = admin(rig, "/metrics").body();
            String status = admin(rig, "/status").body();

            assertThat(metrics)
                    .contains("medley_schedule_age_seconds{mashup=\"/rates\"}")
                    .contains("medley_schedule_run_seconds_count{mashup=\"/rates\"}")
                    .contains("outcome=\"expired\"");
            assertThat(status).contains("\"schedules\"").contains("\"every\" : \"60m\"");
        }
    }

    @Test
    void itRunsAgainByItsInterval() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /now:
                    every: 1s
                    jitter: 0
                    exchanges: {tick: {partner: a, path: '/weather?city=Oslo'}}
                """)) {
            await().untilAsserted(() -> assertThat(rig.a.requests()).isGreaterThan(2));
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
                        ConfigurationException.class,
                        x -> assertThat(x.problems()).containsExactly(problems));
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
                "medley.yaml:6:66: mashups./rates.exchanges.a.path: 'other' is not a declared parameter; expected base or to",
                "medley.yaml:4:40: mashups./rates.parameters.to: has no default, but the mashup has every, and runs without a client; expected default",
                "medley.yaml:7:70: mashups./rates.exchanges.c.headers.Cookie: refers to $request.headers.cookie, but the mashup has every, and runs without a client; expected parameters that are declared: base, to",
                "medley.yaml:7:111: mashups./rates.exchanges.c.when: refers to $request.caller.name, but the mashup has every, and runs without a client; expected parameters that are declared: base, to",
                "medley.yaml:8:7: mashups./rates.exchanges.b: has pass-headers of the partner b, but the mashup has every, and runs without a client; expected a partner without");
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
                "medley.yaml:2:3: mashups./rates/{base}: has every, but no fixed path; expected a path without variables and *",
                "medley.yaml:2:3: mashups./rates/{base}: has every, which is for GET alone; expected methods: [GET]");
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
                "medley.yaml:9:31: mashups./three.exchanges.o.snapshot: there is no mashup /for with every; expected one of one, two",
                "medley.yaml:7:31: mashups./two.exchanges.o.snapshot: is in a cycle: one reads two reads one; expected that no snapshot is made of itself");
    }

    @Test
    void aSnapshotIsNamedByAPathWithoutItsFirstSlashOfAMashupWithEvery() {
        assertRefused(
                """
                  /rates:
                    every: 5m
                    reply: {body: '1'}
                  /other:
                    exchanges: {o: {snapshot: /rates}}
                  /third:
                    exchanges: {o: {snapshot: other}}
                """,
                "medley.yaml:6:31: mashups./other.exchanges.o.snapshot: '/rates' begins with a slash; expected the path without its first one, rates",
                "medley.yaml:8:31: mashups./third.exchanges.o.snapshot: the mashup /other has no every, and so no snapshot; expected every of that mashup, or one of rates");
    }

    @Test
    void aMemberThatNoRequestHasIsReportedOnce() {
        assertRefused(
                """
                  /rates:
                    every: 5m
                    reply: {body: $request.cookies.sid}
                """,
                "medley.yaml:4:19: mashups./rates.reply.body: $request has no 'cookies'; expected one of method, path, query, queries, headers, body, id, caller");
    }

    @Test
    void aStatusWithWhichNoReplyIsKeptIsAWarning() {
        Configuration configuration = ServerConfiguration.READER.parse("medley.yaml", """
                mashups:
                  /rates:
                    every: 5m
                    reply: {status: '404', body: '1'}
                """, Map.of(), Map.of());

        assertThat(DeclaredMashups.of(configuration).warnings(configuration))
                .containsExactly(
                        "medley.yaml:2:3: mashups./rates: has every and the status 404, with which no reply is kept; expected a status from 200 to 299");
    }

    @Test
    void keysOfARequestAreRefusedBesideASnapshot() {
        assertThatThrownBy(() -> ServerConfiguration.READER.parse("medley.yaml", """
                        mashups:
                          /one:
                            every: 10ms
                            exchanges: {o: {snapshot: two, path: /x, timeout: 1s, fallback: {exchange: p}}}
                          /two:
                            jitter: 1s
                            reply: {body: '1'}
                        """, Map.of(), Map.of()))
                .isInstanceOfSatisfying(
                        ConfigurationException.class,
                        x -> assertThat(x.problems())
                                .containsExactly(
                                        "medley.yaml:3:12: mashups./one.every: 10ms is too short; expected 1s or more",
                                        "medley.yaml:4:36: mashups./one.exchanges.o.path: has no effect beside snapshot; expected one of snapshot, optional, fallback, when, needs, internal",
                                        "medley.yaml:4:46: mashups./one.exchanges.o.timeout: has no effect beside snapshot; expected one of snapshot, optional, fallback, when, needs, internal",
                                        "medley.yaml:4:70: mashups./one.exchanges.o.fallback.exchange: has no effect beside snapshot; expected fallback.value",
                                        "medley.yaml:6:5: mashups./two.jitter: has no effect alone; expected every as well"));
    }
}
