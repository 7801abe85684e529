package dev.medley.server.internal.declared;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.stubs.StubAnswer;
import dev.medley.stubs.StubMisbehaviour;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Clients see nothing of an exchange that is internal; and of the others what the configuration says. */
class InternalExchangeTest {

    private static final String TOKEN = """
              /m:
                parts: true
                exchanges:
                  token: {partner: b, path: /token, internal: true, fallback: {exchange: spare}}
                  spare: {partner: c, path: /token}
                  a: {path: '/one?t={$token.t}'}
            """;

    @Test
    void itIsInNoPartAndNoManifest() throws Exception {
        try (DeclaredRig rig = new DeclaredRig(TOKEN + "    reply: {merge: {a: $a}, manifest: all}\n")) {
            rig.b.answer("GET", "/token", 200, "{\"t\": 1}");
            rig.a.answer("GET", "/one", 200, "1");

            HttpResponse<String> whole = rig.get("/m");
            HttpResponse<String> inParts = rig.get("/m", "Accept", "application/x-ndjson");

            assertThat(whole.body())
                    .startsWith("{\"a\":1,\"all\":{\"complete\":true,")
                    .doesNotContain("token");
            assertThat(inParts.body()).contains("\"exchange\":\"a\"").doesNotContain("token");
            for (HttpResponse<String> reply : List.of(whole, inParts)) {
                assertThat(reply.headers().firstValue("Medley-Manifest").orElseThrow())
                        .startsWith("a;completed");
                assertThat(reply.headers().firstValue("Server-Timing").orElseThrow())
                        .matches("total;dur=[0-9.]+(, [a-z]{5,};dur=[0-9.]+)*, a;dur=[0-9.]+");
            }
        }
    }

    @Test
    void whatStandsForItIsInternalToo() throws Exception {
        try (DeclaredRig rig = new DeclaredRig(TOKEN)) {
            rig.b.answer("GET", "/token", StubAnswer.status(500));
            rig.c.answer("GET", "/token", 200, "{\"t\": 1}");
            rig.a.answer("GET", "/one", 200, "1");

            HttpResponse<String> reply = rig.get("/m");

            assertThat(reply.statusCode()).isEqualTo(200);
            assertThat(reply.headers().firstValue("Medley-Manifest").orElseThrow())
                    .startsWith("a;completed")
                    .doesNotContain("token");
            assertThat(reply.headers().firstValue("Server-Timing").orElseThrow())
                    .matches("total;dur=[0-9.]+(, [a-z]{5,};dur=[0-9.]+)*, a;dur=[0-9.]+");
        }
    }

    @Test
    void whereItStandsForAnotherOneTheManifestHasTheOutcomeOnly() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /m:
                    exchanges:
                      a: {path: /one, fallback: {exchange: spare}}
                      spare: {partner: b, path: /two, internal: true}
                    reply: {merge: {a: $a}, manifest: all}
                """)) {
            rig.a.answer("GET", "/one", StubAnswer.status(500));
            rig.b.answer("GET", "/two", 200, "1");

            HttpResponse<String> reply = rig.get("/m");

            assertThat(reply.body())
                    .isEqualTo("{\"a\":1,\"missing\":{\"a\":\"unexpected status 500\"},\"all\":{\"complete\":false,"
                            + "\"exchanges\":{\"a\":{\"outcome\":\"fallback\",\"cause\":\"unexpected status 500\"}}}}");
            assertThat(reply.headers().firstValue("Medley-Manifest"))
                    .hasValue("a;fallback;cause=\"unexpected status 500\"");
        }
    }

    @Test
    void aReplyOfAllValuesIsWithoutIts() throws Exception {
        try (DeclaredRig rig = new DeclaredRig(TOKEN)) {
            rig.b.answer("GET", "/token", 200, "{\"t\": 1}");
            rig.a.answer("GET", "/one", 200, "1");

            assertThat(rig.get("/m").body()).isEqualTo("{\"a\":1}");
        }
    }

    @Test
    void aProblemHasItsStatusAndNothingElseOfIt() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /m:
                    exchanges:
                      token: {partner: b, path: /token, internal: true, pass-status: [404]}
                      a: {path: '/one?t={$token.t}'}
                """)) {
            rig.b.answer("GET", "/token", StubAnswer.status(500));
            HttpResponse<String> failed = rig.get("/m");
            rig.b.answer("GET", "/token", StubAnswer.status(404));
            HttpResponse<String> passed = rig.get("/m");

            assertThat(failed.statusCode()).isEqualTo(502);
            assertThat(failed.body())
                    .isEqualTo(
                            "{\"title\":\"Bad Gateway\",\"status\":502,\"detail\":\"a request that the reply needs failed\"}");
            assertThat(passed.statusCode()).isEqualTo(404);
            assertThat(passed.body())
                    .isEqualTo(
                            "{\"title\":\"Not Found\",\"status\":404,\"detail\":\"the request cannot be answered\"}");
        }
    }

    @Test
    void theProblemOfADeadlineDoesNotNameIt() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /m:
                    deadline: 200ms
                    exchanges:
                      token: {partner: b, path: /token, internal: true}
                      a: {path: '/one?t={$token.t}'}
                """)) {
            rig.b.answer("GET", "/token", StubAnswer.misbehaviour(StubMisbehaviour.HANG));

            assertThat(rig.get("/m").body())
                    .isEqualTo(
                            "{\"title\":\"Gateway Timeout\",\"status\":504,\"detail\":\"no reply within the deadline of"
                                    + " 200 ms\"}");
        }
    }

    @Test
    void administratorsSeeIt() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /m:
                    exchanges:
                      token: {partner: b, path: /token, internal: true}
                      a: {path: '/one?t={$token.t}'}
                """)) {
            rig.b.answer("GET", "/token", StubAnswer.status(500));
            rig.get("/m");

            HttpRequest request = HttpRequest.newBuilder(URI.create(rig.server.adminUri() + "/manifests"))
                    .build();
            String manifests = rig.client.send(request, BodyHandlers.ofString()).body();

            assertThat(manifests).contains("\"exchange\":\"token\",\"outcome\":\"failed\",\"partner\":\"b\"");
        }
    }

    // ---- The fields about all exchanges. ------------------------------------------------------------------------

    private static final String TWO = """
              /all: {exchanges: {a: {path: /one}, b: {path: /two, optional: true}}}
              /own:
                server-timing: off
                medley-manifest: full
                exchanges: {a: {path: /one}}
            """;

    @Test
    void bothFieldsAreAsTheServerSaysUnlessTheMashupSaysOtherwise() throws Exception {
        try (DeclaredRig rig =
                new DeclaredRig(TWO, Map.of("server.server-timing", "total", "server.medley-manifest", "total"))) {
            rig.a.answer("GET", "/one", 200, "1");
            rig.b.answer("GET", "/two", StubAnswer.status(500));

            HttpResponse<String> all = rig.get("/all");
            HttpResponse<String> own = rig.get("/own");

            assertThat(all.headers().firstValue("Medley-Manifest")).hasValue("total;exchanges=2;incomplete=1");
            assertThat(all.headers().firstValue("Server-Timing").orElseThrow()).matches("total;dur=[0-9.]+");
            assertThat(own.headers().firstValue("Medley-Manifest").orElseThrow())
                    .startsWith("a;completed;status=200");
            assertThat(own.headers().firstValue("Server-Timing")).isEmpty();
        }
    }

    @Test
    void theServerCanTurnTheManifestOff() throws Exception {
        try (DeclaredRig rig = new DeclaredRig(TWO, Map.of("server.medley-manifest", "off"))) {
            rig.a.answer("GET", "/one", 200, "1");
            rig.b.answer("GET", "/two", 200, "1");

            assertThat(rig.get("/all").headers().firstValue("Medley-Manifest")).isEmpty();
            assertThat(rig.get("/own").headers().firstValue("Medley-Manifest")).isPresent();
        }
    }
}
