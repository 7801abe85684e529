package dev.medley.server.internal.caller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.RSAKey;
import dev.medley.config.ExecutionMode;
import dev.medley.server.internal.admin.log.LogLines;
import dev.medley.server.internal.lifecycle.RunningServer;
import dev.medley.server.internal.lifecycle.ServerBuilder;
import dev.medley.server.internal.reload.ConfigurationFile;
import dev.medley.stubs.PartnerStubs;
import dev.medley.stubs.StubAnswer;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Date;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Callers of a server: who is known, who is refused, and with what words. */
class CallersTest {

    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final String KEY = "k-5f4dcc3b5aa765d6";

    private static RSAKey first;
    private static ECKey second;

    @TempDir
    private Path folder;

    private final Issuer issuer = new Issuer();
    private final HttpClient client = HttpClient.newHttpClient();
    private @Nullable RunningServer server;

    @BeforeAll
    static void createKeys() {
        first = Issuer.rsa("k1");
        second = Issuer.ec("k2");
    }

    @AfterEach
    void close() {
        if (server != null) {
            server.close();
        }
        issuer.close();
    }

    private void start(String callers) throws Exception {
        start(callers, ExecutionMode.ASYNC);
    }

    private void start(String callers, ExecutionMode mode) throws Exception {
        write(callers, mode);
        ConfigurationFile source = new ConfigurationFile(file(), Map.of(), Map.of());
        server = new ServerBuilder().configuration(source.read(), source).start();
    }

    private Path file() {
        return folder.resolve("medley.yaml");
    }

    private void write(String callers, ExecutionMode mode) throws IOException {
        Files.writeString(file(), """
                server: {host: 127.0.0.1, port: 0, admin: {port: 0}, execution: %s}
                partners: {login: {url: '%s', keep-alive: 0s}}
                callers: {%s}
                mashups:
                  /any: {reply: {body: '{"n": $request.caller.name}'}}
                  /known: {access: {}, reply: {body: '{"n": $request.caller.name}'}}
                  /read: {access: {scopes: [trip.read]}, reply: {body: '{"n": $request.caller.name}'}}
                  /admin: {access: {scopes: [trip.read, trip.admin]}, reply: {body: '{"n": 1}'}}
                  /boss: {access: {roles: [boss, owner]}, reply: {body: '{"n": 1}'}}
                  /clerk: {access: {roles: [clerk, boss]}, reply: {body: '{"n": $request.caller.claims.team}'}}
                  /open: {access: {anybody: true}, reply: {body: '{"n": $request.caller.name}'}}
                """.formatted(mode.configured(), issuer.uri(), callers));
    }

    private static String tokens(String more) {
        return "tokens: {main: {issuer: '%s', audience: [medley], max-token: 4KiB, keys: {partner: login, path: /jwks%s}}}"
                .formatted(Issuer.NAME, more);
    }

    private HttpResponse<String> get(String path, String... fields) throws IOException, InterruptedException {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(Objects.requireNonNull(server).uri().resolve(path));
        if (fields.length > 0) {
            request.headers(fields);
        }
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private HttpResponse<String> with(String token, String path) throws IOException, InterruptedException {
        return get(path, "Authorization", "Bearer " + token);
    }

    private void awaitKeys() {
        await().atMost(PATIENCE)
                .until(() -> with(Issuer.token(first, c -> {}), "/any").statusCode() == 200
                        && with(Issuer.token(first, c -> {}), "/known").statusCode() == 200);
    }

    private static String challenge(HttpResponse<?> response) {
        return response.headers().firstValue("WWW-Authenticate").orElse("");
    }

    // ---- Tokens. ------------------------------------------------------------------------------------------------

    @ParameterizedTest
    @EnumSource(value = ExecutionMode.class, names = "VIRTUAL", mode = EnumSource.Mode.EXCLUDE)
    void aCallerWithATokenIsKnown(ExecutionMode mode) throws Exception {
        issuer.keys(first, second);
        start(tokens(""), mode);
        awaitKeys();
        assertThat(with(Issuer.token(first, c -> {}), "/read").body()).isEqualTo("{\"n\":\"ada\"}");
        assertThat(with(Issuer.token(second, c -> c.subject("bob")), "/read").body())
                .isEqualTo("{\"n\":\"bob\"}");
        assertThat(with(Issuer.token(second, c -> c.claim("team", List.of(1, 2))), "/clerk")
                        .body())
                .isEqualTo("{\"n\":[1,2]}");
    }

    @Test
    void nobodyIsRefusedWhereAnybodyMayCall() throws Exception {
        issuer.keys(first);
        start(tokens(""));
        awaitKeys();
        assertThat(get("/any").body()).isEqualTo("{}");
        assertThat(get("/known").statusCode()).isEqualTo(401);
        assertThat(challenge(get("/known"))).isEqualTo("Bearer realm=\"medley\"");
        assertThat(get("/known").body())
                .contains("the caller is not known; expected a token in the field Authorization");
    }

    @Test
    void callersMayBeRequiredButForSomeMashups() throws Exception {
        issuer.keys(first);
        start("required: true, " + tokens(""));
        awaitKeys();
        assertThat(get("/any").statusCode()).isEqualTo(401);
        assertThat(get("/open").statusCode()).isEqualTo(200);
        assertThat(with(Issuer.token(first, c -> {}), "/open").body()).isEqualTo("{\"n\":\"ada\"}");
    }

    @Test
    void whatACallerLacksIsSaid() throws Exception {
        issuer.keys(first);
        start(tokens(""));
        awaitKeys();
        HttpResponse<String> scope = with(Issuer.token(first, c -> {}), "/admin");
        assertThat(scope.statusCode()).isEqualTo(403);
        assertThat(challenge(scope))
                .isEqualTo("Bearer realm=\"medley\", error=\"insufficient_scope\", scope=\"trip.read trip.admin\"");
        HttpResponse<String> role = with(Issuer.token(first, c -> {}), "/boss");
        assertThat(role.statusCode()).isEqualTo(403);
        assertThat(role.body()).contains("the caller has none of the roles boss, owner");
        assertThat(with(Issuer.token(first, c -> {}), "/clerk").statusCode()).isEqualTo(200);
    }

    @Test
    void whatIsWrongWithATokenIsSaidAndTheTokenIsNot() throws Exception {
        issuer.keys(first, second);
        start(tokens(""));
        awaitKeys();
        Instant past = Instant.now().minusSeconds(60);
        wrong(Issuer.token(first, c -> c.expirationTime(Date.from(past))), "the token expired 6");
        wrong(Issuer.token(first, c -> c.expirationTime(null)), "the token has no end (exp)");
        wrong(Issuer.token(first, c -> c.notBeforeTime(Date.from(Instant.now().plusSeconds(90)))), "not valid yet");
        wrong(Issuer.token(first, c -> c.audience("other")), "the token is for another audience");
        wrong(Issuer.token(first, c -> c.audience(List.of())), "the token is for another audience");
        wrong(Issuer.token(first, c -> c.issuer("https://evil.test")), "the issuer of the token is unknown");
        wrong(Issuer.token(first, c -> c.issuer(null)), "the issuer of the token is unknown");
        wrong(Issuer.token(first, c -> c.subject(null)), "the token has no claim sub");
        wrong(
                Issuer.token(
                        first,
                        Issuer.header(first)
                                .type(new JOSEObjectType("secevent+jwt"))
                                .build(),
                        c -> {}),
                "the type of the token is not allowed");
        wrong("x", "the token is no signed JWT");
        wrong("", "");
        wrong("a.b.c", "the token is no signed JWT");
        wrong("a.b.c.d.e", "the token is no signed JWT");
        String right = Issuer.token(first, c -> {});
        wrong(right.substring(0, right.length() - 6) + "AAAAAA", "the signature of the token is wrong");
        wrong(Issuer.token(Issuer.rsa("k1"), c -> {}), "the signature of the token is wrong");
        wrong(Issuer.token(Issuer.rsa("k9"), c -> {}), "the key of the token is unknown");
        HttpResponse<String> twice =
                get("/known", "Authorization", "Bearer " + right, "Authorization", "Bearer " + right);
        assertThat(twice.statusCode()).isEqualTo(401);
        // One that is shown is checked, also where nobody needs to show one.
        assertThat(with(right.substring(0, right.length() - 6) + "AAAAAA", "/any")
                        .statusCode())
                .isEqualTo(401);
        assertThat(with("of-somebody-else", "/any").statusCode()).isEqualTo(200);
        wrong(Issuer.token(first, c -> c.claim("more", "x".repeat(4000))), "the token has");
    }

    @Test
    void tokensThatTheLibraryDoesNotExpectAreRefused() throws Exception {
        issuer.keys(first);
        start(tokens(""));
        awaitKeys();
        String claims = part(Issuer.claims().build().toString());
        String header = part("{\"alg\":\"RS256\",\"kid\":\"k1\"}");
        String deep = "{\"alg\":\"RS256\",\"z\":%s}".formatted("[".repeat(1_000) + "]".repeat(1_000));
        for (String odd : List.of(
                part("null") + "." + claims + ".AA",
                part("[]") + "." + claims + ".AA",
                part("{\"alg\":null}") + "." + claims + ".AA",
                part("{\"alg\":\"RS256\",\"jwk\":null}") + "." + claims + ".AA",
                part("{\"alg\":\"RS256\",\"x5c\":[null]}") + "." + claims + ".AA",
                part(deep) + "." + part("{}") + ".AA",
                header + "." + part("null") + ".AA",
                header + "." + part("{\"iss\":\"" + Issuer.NAME + "\",\"exp\":1e400}") + ".AA",
                header + "." + part("{\"iss\":\"" + Issuer.NAME + "\",\"z\":" + "9".repeat(1_000) + "}") + ".AA")) {
            assertThat(with(odd, "/known").statusCode())
                    .as(odd.substring(0, 20))
                    .isEqualTo(401);
        }
    }

    /** Claims of an issuer that makes them of what others say, or has other units. */
    @Test
    void claimsThatAreSignedAndOddAreRefused() throws Exception {
        issuer.keys(first);
        start(tokens(""));
        awaitKeys();
        wrong(Issuer.token(first, c -> c.audience(Arrays.asList((String) null))), "the token is for another audience");
        wrong(Issuer.token(first, c -> c.claim("nbf", Long.MAX_VALUE)), "the token is not valid yet");
        wrong(Issuer.token(first, c -> c.claim("nbf", System.currentTimeMillis())), "the token is not valid yet");
        wrong(Issuer.token(first, c -> c.claim("exp", Long.MIN_VALUE)), "the token expired");
        for (String name : List.of("a\nb", "a\rX-Role: boss", "a\u0000", "a\u0085b")) {
            wrong(Issuer.token(first, c -> c.subject(name)), "the token has no claim sub");
        }
        assertThat(with(Issuer.token(first, c -> c.claim("exp", Long.MAX_VALUE)), "/known")
                        .statusCode())
                .isEqualTo(200);
        assertThat(with(Issuer.token(first, c -> c.audience(Arrays.asList(null, "medley"))), "/known")
                        .statusCode())
                .isEqualTo(200);
    }

    private void wrong(String token, String error) throws IOException, InterruptedException {
        HttpResponse<String> response = with(token, "/known");
        assertThat(response.statusCode()).isEqualTo(401);
        assertThat(response.body()).contains(error);
        if (!token.isEmpty()) {
            assertThat(challenge(response))
                    .contains("error=\"invalid_token\", error_description=\"")
                    .contains(error);
            assertThat(response.body()).doesNotContain(token.length() > 20 ? token.substring(10) : "\"" + token + "\"");
        }
        assertThat(response.headers().firstValue("Cache-Control")).contains("no-store");
    }

    @Test
    void keysGoOnWhereAnAudienceIsAddedAndTheIssuerIsAway() throws Exception {
        issuer.keys(first);
        start(tokens(""));
        awaitKeys();
        issuer.answer(StubAnswer.status(503));
        write(tokens("").replace("[medley]", "[medley, other]"), ExecutionMode.ASYNC);

        assertThat(Objects.requireNonNull(server)
                        .reload("the test")
                        .toCompletableFuture()
                        .join()
                        .changed())
                .containsExactly("callers");
        assertThat(with(Issuer.token(first, c -> c.audience("other")), "/known").statusCode())
                .isEqualTo(200);
    }

    // ---- Known attacks. -----------------------------------------------------------------------------------------

    private static String part(String json) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(json.getBytes(StandardCharsets.UTF_8));
    }

    private static String hmac(String header, byte[] secret) throws Exception {
        String content = part(header) + "." + part(Issuer.claims().build().toString());
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(secret, "HmacSHA256"));
        byte[] signature = mac.doFinal(content.getBytes(StandardCharsets.US_ASCII));
        return content + "." + Base64.getUrlEncoder().withoutPadding().encodeToString(signature);
    }

    @Test
    void attacksOnTokensAreRefused() throws Exception {
        issuer.keys(first, second);
        start(tokens(""));
        awaitKeys();
        String claims = part(Issuer.claims().build().toString());
        RSAKey own = Issuer.rsa("k1");
        List<String> attacks = List.of(
                // Without a signature (RFC 8725, section 2.1), in all spellings.
                part("{\"alg\":\"none\"}") + "." + claims + ".",
                part("{\"alg\":\"None\",\"kid\":\"k1\"}") + "." + claims + ".",
                part("{\"alg\":\"RS256\",\"kid\":\"k1\"}") + "." + claims + ".",
                // The public key as the secret of an HMAC.
                hmac(
                        "{\"alg\":\"HS256\",\"kid\":\"k1\"}",
                        first.toRSAPublicKey().getEncoded()),
                hmac(
                        "{\"alg\":\"HS256\",\"kid\":\"k1\"}",
                        first.toPublicJWK().toString().getBytes(StandardCharsets.UTF_8)),
                hmac("{\"alg\":\"HS256\",\"kid\":\"../../dev/null\"}", new byte[1]),
                hmac("{\"alg\":\"HS256\",\"kid\":\"' UNION SELECT 'x\"}", new byte[] {'x'}),
                // Keys of the attacker, in the token or where it says.
                Issuer.token(own, Issuer.header(own).jwk(own.toPublicJWK()).build(), c -> {}),
                Issuer.token(
                        own,
                        Issuer.header(own).jwkURL(issuer.uri().resolve("/evil")).build(),
                        c -> {}),
                Issuer.token(
                        own,
                        Issuer.header(own)
                                .x509CertURL(issuer.uri().resolve("/evil"))
                                .build(),
                        c -> {}),
                // A key of another kind than the algorithm, and a signature of zeros (CVE-2022-21449).
                part("{\"alg\":\"ES256\",\"kid\":\"k1\"}") + "." + claims + "." + part("x".repeat(64)),
                part("{\"alg\":\"ES256\",\"kid\":\"k2\"}") + "." + claims + "." + "A".repeat(86),
                part("{\"alg\":\"ES256\",\"kid\":\"k2\"}") + "." + claims + ".AA",
                // Parameters that would have to be understood (RFC 7515, section 4.1.11), and a payload that is not
                // encoded.
                Issuer.token(
                        first,
                        Issuer.header(first)
                                .criticalParams(Set.of("exp"))
                                .customParam("exp", 1)
                                .build(),
                        c -> {}),
                Issuer.token(
                        first,
                        Issuer.header(first)
                                .customParam("zip", "DEF")
                                .keyID("k2")
                                .build(),
                        c -> {}),
                // An encrypted token, a key that was not for signatures, and claims of other types.
                part("{\"alg\":\"RSA-OAEP\",\"enc\":\"A128GCM\"}") + ".a.b.c.d",
                Issuer.token(first, c -> c.claim("exp", "soon")),
                Issuer.token(first, c -> c.claim("sub", List.of("ada"))),
                Issuer.token(first, c -> c.claim("sub", "a".repeat(300))));
        for (String attack : attacks) {
            assertThat(with(attack, "/known").statusCode()).as(attack).isEqualTo(401);
        }
        assertThat(issuer.fetchesOf("/evil")).isZero();
        assertThat(with(Issuer.token(first, c -> {}), "/known").statusCode()).isEqualTo(200);
    }

    /** The examples of RFC 7515, appendix A, and RFC 7519, section 6.1: signed by secrets, by other keys, or by nobody. */
    @Test
    void theExamplesOfTheStandardsAreOfNobodyKnownHere() throws Exception {
        issuer.keys(first);
        start("required: true, " + tokens(""));
        awaitKeys();
        String claims =
                "eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ";
        for (String token : List.of(
                "eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9." + claims + ".dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk",
                "eyJhbGciOiJFUzI1NiJ9." + claims
                        + ".DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q",
                "eyJhbGciOiJub25lIn0." + claims + ".")) {
            assertThat(with(token, "/known").statusCode()).as(token).isEqualTo(401);
        }
    }

    // ---- What depends on a caller. ------------------------------------------------------------------------------

    @Test
    void aCallersNameIsInTheAccessLogAndItsTokenIsNot() throws Exception {
        issuer.keys(first);
        start(tokens(""));
        awaitKeys();
        String token = Issuer.token(first, c -> c.subject("ada \"x"));
        try (LogLines log = LogLines.of("dev.medley.access")) {
            with(token, "/known");
            await().atMost(PATIENCE)
                    .until(() -> log.lines().stream().anyMatch(line -> line.contains(" - ada_\\\"x [")));
            assertThat(log.lines()).noneMatch(line -> line.contains(token));
        }
    }

    @Test
    void whatDependsOnACallerIsInNoCache() throws Exception {
        issuer.keys(first);
        try (PartnerStubs shop = PartnerStubs.builder()
                .threads(2)
                .answer(
                        "GET",
                        "/offers",
                        request -> StubAnswer.json(200, "{\"for\": \"%s\"}".formatted(request.header("X-User")))
                                .header("Cache-Control", "public, max-age=600"))
                .start()) {
            Files.writeString(file(), """
                    server: {host: 127.0.0.1, port: 0, admin: {port: 0}}
                    partners:
                      login: {url: '%s'}
                      shop: {url: '%s', cache: {enabled: true}}
                    callers: {%s}
                    mashups:
                      /known: {access: {}, reply: {body: '{"n": $request.caller.name}'}}
                      /any: {reply: {body: '{"n": 1}'}}
                      /mine:
                        access: {}
                        exchanges: {offers: {partner: shop, path: /offers, headers: {X-User: '{$request.caller.name}'}}}
                        reply: {max-age: 60, body: '$offers'}
                      /all:
                        access: {}
                        exchanges: {offers: {partner: shop, path: /offers, headers: {X-User: all}}}
                        reply: {max-age: 60, body: '$offers'}
                    """.formatted(issuer.uri(), shop.uri(), tokens("")));
            ConfigurationFile source = new ConfigurationFile(file(), Map.of(), Map.of());
            server = new ServerBuilder().configuration(source.read(), source).start();
            awaitKeys();
            String ada = Issuer.token(first, c -> {});
            String bob = Issuer.token(first, c -> c.subject("bob"));
            assertThat(with(ada, "/mine").body()).isEqualTo("{\"for\":\"ada\"}");
            assertThat(with(bob, "/mine").body()).isEqualTo("{\"for\":\"bob\"}");
            assertThat(with(ada, "/all").body()).isEqualTo("{\"for\":\"all\"}");
            HttpResponse<String> again = with(bob, "/all");
            assertThat(again.body()).isEqualTo("{\"for\":\"all\"}");
            // Two of the one, and one of the other, whose mashup does not ask who calls.
            assertThat(shop.recorded("GET", "/offers")).hasSize(3);
            assertThat(again.headers().firstValue("Cache-Control"))
                    .hasValueSatisfying(each -> assertThat(each).startsWith("private"));
        }
    }

    // ---- Keys of issuers. ---------------------------------------------------------------------------------------

    @Test
    void keysThatAreNotThereYetAreNoFaultOfTheCaller() throws Exception {
        start(tokens(", cooldown: 100ms"));
        HttpResponse<String> early = with(Issuer.token(first, c -> {}), "/known");
        assertThat(early.statusCode()).isEqualTo(503);
        assertThat(early.headers().firstValue("Retry-After")).isPresent();
        assertThat(get("/known").statusCode()).isEqualTo(401);
        issuer.keys(first);
        awaitKeys();
    }

    @Test
    void aKeyThatIsPublishedBeforeItSignsIsKnownInTime() throws Exception {
        issuer.keys(first);
        start(tokens(", refresh: 100ms"));
        awaitKeys();
        issuer.keys(first, second);
        await().atMost(PATIENCE)
                .until(() -> with(Issuer.token(second, c -> {}), "/known").statusCode() == 200);
        // The old one is gone: its tokens, which were right before, are not any more.
        String old = Issuer.token(first, c -> {});
        assertThat(with(old, "/known").statusCode()).isEqualTo(200);
        issuer.keys(second);
        await().atMost(PATIENCE).until(() -> with(old, "/known").statusCode() == 401);
    }

    @Test
    void anIssuerThatFailsRefusesNobody() throws Exception {
        issuer.keys(first);
        start(tokens(", refresh: 50ms, cooldown: 50ms"));
        awaitKeys();
        for (StubAnswer failing : List.of(
                StubAnswer.status(500),
                StubAnswer.json(200, "{}"),
                StubAnswer.json(200, "{\"keys\": []}"),
                StubAnswer.json(200, "no"),
                StubAnswer.json(200, "{\"keys\": [" + "1,".repeat(200_000) + "1]}"))) {
            issuer.answer(failing);
            int before = issuer.fetches();
            await().atMost(PATIENCE).until(() -> issuer.fetches() > before + 1);
            assertThat(with(Issuer.token(first, c -> {}), "/known").statusCode())
                    .isEqualTo(200);
        }
    }

    @Test
    void unknownKeysAreLookedForWithinTheLimit() throws Exception {
        issuer.keys(first);
        start(tokens(", cooldown: 1h"));
        awaitKeys();
        int before = issuer.fetches();
        for (int i = 0; i < 200; i++) {
            assertThat(with(
                                    Issuer.token(
                                            second,
                                            Issuer.header(second).keyID("x" + i).build(),
                                            c -> {}),
                                    "/known")
                            .statusCode())
                    .isEqualTo(401);
        }
        assertThat(issuer.fetches()).isEqualTo(before);
    }

    // ---- Keys of the API. ---------------------------------------------------------------------------------------

    private static String hash(String key) throws Exception {
        return HexFormat.of()
                .formatHex(MessageDigest.getInstance("SHA-256").digest(key.getBytes(StandardCharsets.UTF_8)));
    }

    private String apiKeys(String... lines) throws IOException {
        Path keys = Files.writeString(folder.resolve("keys"), String.join("\n", lines));
        return "api-keys: {file: '%s'}".formatted(keys);
    }

    @Test
    void aCallerWithAKeyIsKnown() throws Exception {
        start(apiKeys("# callers", "shop " + hash(KEY) + " scopes=trip.read,x roles=clerk", "other " + hash("o")));
        assertThat(get("/read", "X-Api-Key", KEY).body()).isEqualTo("{\"n\":\"shop\"}");
        assertThat(get("/read", "X-Api-Key", "o").statusCode()).isEqualTo(403);
        HttpResponse<String> unknown = get("/read", "X-Api-Key", KEY + "x");
        assertThat(unknown.statusCode()).isEqualTo(401);
        assertThat(unknown.body()).contains("the key is unknown").doesNotContain(KEY);
        assertThat(challenge(unknown)).isEqualTo("ApiKey realm=\"medley\", field=\"X-Api-Key\"");
        assertThat(get("/any").statusCode()).isEqualTo(200);
    }

    @Test
    void keysAreReadAgainByAReload() throws Exception {
        start(apiKeys("shop " + hash(KEY)));
        assertThat(get("/known", "X-Api-Key", KEY).statusCode()).isEqualTo(200);
        apiKeys("other " + hash("o"));
        Objects.requireNonNull(server).reload("test").toCompletableFuture().get(30, TimeUnit.SECONDS);
        assertThat(get("/known", "X-Api-Key", KEY).statusCode()).isEqualTo(401);
        assertThat(get("/known", "X-Api-Key", "o").statusCode()).isEqualTo(200);
    }

    @Test
    void aFileOfKeysThatIsWrongIsNamedWithItsLineAndNothingOfIt() throws Exception {
        List<String> problems = new ArrayList<>();
        for (String line : List.of("shop " + KEY, "shop " + hash(KEY) + " scope=x", hash(KEY))) {
            try {
                start(apiKeys("", line));
            } catch (IllegalArgumentException x) {
                problems.add(String.valueOf(x.getMessage()));
            }
        }
        assertThat(problems)
                .hasSize(3)
                .allMatch(each -> each.contains("keys:2: expected NAME"))
                .noneMatch(each -> each.contains(KEY));
    }

    @Test
    void theFirstKindThatIsShownCounts() throws Exception {
        issuer.keys(first);
        start(apiKeys("shop " + hash(KEY)) + ", " + tokens("") + ", order: [api-key, token]");
        awaitKeys();
        String token = Issuer.token(first, c -> {});
        assertThat(get("/known", "X-Api-Key", KEY, "Authorization", "Bearer " + token)
                        .body())
                .isEqualTo("{\"n\":\"shop\"}");
        assertThat(get("/known", "X-Api-Key", "wrong", "Authorization", "Bearer " + token)
                        .statusCode())
                .isEqualTo(401);
        assertThat(get("/known", "Authorization", "Bearer " + token).body()).isEqualTo("{\"n\":\"ada\"}");
    }
}
