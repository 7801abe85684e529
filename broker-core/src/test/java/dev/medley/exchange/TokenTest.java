package dev.medley.exchange;

import static dev.medley.exchange.BrokerRig.PARTNER;
import static dev.medley.exchange.BrokerRig.at;
import static dev.medley.exchange.BrokerRig.named;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.medley.connection.RequestBody;
import dev.medley.context.RequestIds;
import dev.medley.exchange.internal.DefaultBroker;
import dev.medley.exchange.internal.request.RequestContext;
import dev.medley.json.Json;
import dev.medley.partner.ClientAuthentication;
import dev.medley.partner.OAuth2Grant;
import dev.medley.partner.OAuth2Settings;
import dev.medley.partner.PartnerSettings;
import dev.medley.stubs.PartnerStubs;
import dev.medley.stubs.RecordedRequest;
import dev.medley.stubs.StubAnswer;
import dev.medley.thread.internal.Soon;
import java.io.IOException;
import java.net.URLDecoder;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.core.type.TypeReference;

/** Tokens of an issuer that partners are shown: when they are fetched, renewed and dropped. */
class TokenTest {

    private static final Duration HOUR = Duration.ofHours(1);
    private static final String TOKEN_PATH = "/base/token";
    private static final Duration SECOND = Duration.ofSeconds(1);

    @RegisterExtension
    final BrokerRig rig = new BrokerRig();

    private final AtomicInteger issued = new AtomicInteger();
    private volatile Function<RecordedRequest, StubAnswer> answer = request -> StubAnswer.json(
            200,
            "{\"access_token\": \"t%d\", \"token_type\": \"Bearer\", \"expires_in\": 3600}"
                    .formatted(issued.incrementAndGet()));

    private PartnerStubs issuer() {
        return rig.stubs(PartnerStubs.builder().answer("POST", TOKEN_PATH, request -> answer.apply(request)));
    }

    private static PartnerSettings.Builder login(PartnerStubs issuer) {
        return named("login", issuer.uri() + "/base");
    }

    private static Consumer<OAuth2Settings.Builder> bySecret() {
        return oauth2 -> oauth2.issuer("login").path("/token").clientId("me").clientSecret("s3cret");
    }

    private PartnerStubs start(PartnerStubs issuer, PartnerStubs partner) {
        rig.start(at(partner.uri()).auth(auth -> auth.oauth2(bySecret())), login(issuer));
        return partner;
    }

    private @Nullable String state() {
        return Objects.requireNonNull(rig.partner().credentials()).state();
    }

    private static List<String> tokens(PartnerStubs partner) {
        return partner.recorded().stream()
                .map(request -> String.valueOf(request.header("Authorization")).replace("Bearer ", ""))
                .toList();
    }

    private static Map<String, String> form(RecordedRequest request) {
        return Arrays.stream(request.body().split("&"))
                .map(each -> each.split("=", 2))
                .collect(Collectors.toMap(each -> each[0], each -> URLDecoder.decode(each[1], StandardCharsets.UTF_8)));
    }

    private RecordedRequest onlyRequest(PartnerStubs issuer) {
        assertThat(issuer.recorded()).hasSize(1);
        return issuer.recorded().get(0);
    }

    // ---- The request. -------------------------------------------------------------------------------------------

    @Test
    void aTokenIsFetchedBeforeTheFirstRequestAndUsedByTheNext() {
        PartnerStubs issuer = issuer();
        PartnerStubs partner = start(issuer, rig.stubs());
        assertThat(state()).isEqualTo("none");
        rig.get("/partner/0").awaitEnd();
        assertThat(state()).isEqualTo("held");
        rig.get("/partner/0").awaitEnd();
        assertThat(tokens(partner)).containsExactly("t1", "t1");
        RecordedRequest request = onlyRequest(issuer);
        assertThat(form(request)).containsExactly(Map.entry("grant_type", "client_credentials"));
        assertThat(request.header("Content-Type")).isEqualTo("application/x-www-form-urlencoded");
    }

    @Test
    void aCallersTokenIsExchangedForOneOfThePartner() {
        PartnerStubs issuer = issuer();
        PartnerStubs partner = rig.stubs(PartnerStubs.builder()
                .answer(
                        "GET",
                        "/partner/0",
                        request -> StubAnswer.json(200, "{}").header("Cache-Control", "public, max-age=600")));
        rig.start(
                at(partner.uri())
                        .auth(auth -> auth.oauth2(exchanging().andThen(oauth2 -> oauth2.audience("hotels"))))
                        .cache(cache -> cache.enabled(true)),
                login(issuer));
        for (String caller : List.of("ada's", "bob's", "ada's")) {
            exchangeOf(caller).awaitEnd();
        }
        // A token for each, and no response for another one.
        assertThat(tokens(partner)).containsExactly("t1", "t2", "t1");
        assertThat(issuer.recorded().stream().map(TokenTest::form))
                .containsExactly(exchanged("ada's"), exchanged("bob's"));
    }

    private static Map<String, String> exchanged(String token) {
        return Map.of(
                "grant_type", "urn:ietf:params:oauth:grant-type:token-exchange",
                "subject_token", token,
                "subject_token_type", "urn:ietf:params:oauth:token-type:access_token",
                "requested_token_type", "urn:ietf:params:oauth:token-type:access_token",
                "audience", "hotels");
    }

    private static Consumer<OAuth2Settings.Builder> exchanging() {
        return bySecret().andThen(oauth2 -> oauth2.grant(OAuth2Grant.TOKEN_EXCHANGE));
    }

    private RecordingListener exchangeOf(String callerToken) {
        return rig.start(rig.exchange()
                .get("/partner/0")
                .requestContext(RequestContext.of(RequestIds.create(), RequestIds.DEFAULT_FIELD, "GET", "/")
                        .withCallerToken(callerToken)));
    }

    @Test
    void withoutACallerThereIsNothingToExchange() {
        PartnerStubs issuer = issuer();
        PartnerStubs partner = rig.stubs();
        rig.start(at(partner.uri()).auth(auth -> auth.oauth2(exchanging())), login(issuer));
        assertThat(rig.get("/partner/0").awaitEnd().failure())
                .isInstanceOf(ExchangeException.class)
                .hasMessageContaining("the request has no caller that has shown a token");
        assertThat(issuer.recorded()).isEmpty();
        assertThat(partner.recorded()).isEmpty();
        assertThat(state()).isEqualTo("of callers");
    }

    @Test
    void anIssuerThatRefusesOneCallerGivesAnotherItsToken() {
        PartnerStubs issuer = issuer();
        Function<RecordedRequest, StubAnswer> usual = answer;
        answer = request -> "bob's".equals(form(request).get("subject_token"))
                ? StubAnswer.json(400, "{\"error\": \"invalid_grant\"}")
                : usual.apply(request);
        PartnerStubs partner = rig.stubs();
        rig.start(at(partner.uri()).auth(auth -> auth.oauth2(exchanging())), login(issuer));
        assertThat(exchangeOf("bob's").awaitEnd().failure())
                .hasMessageContaining("invalid_grant")
                .message()
                .doesNotContain("bob's");
        exchangeOf("ada's").awaitEnd();
        assertThat(tokens(partner)).containsExactly("t1");
    }

    @Test
    void idAndSecretAreEncodedBeforeTheyAreJoined() {
        PartnerStubs issuer = issuer();
        rig.start(
                at(rig.stubs().uri())
                        .auth(auth -> auth.oauth2(
                                bySecret().andThen(o -> o.clientId("a:b").clientSecret("c d%")))),
                login(issuer));
        rig.get("/partner/0").awaitEnd();
        String basic =
                String.valueOf(onlyRequest(issuer).header("Authorization")).replace("Basic ", "");
        assertThat(new String(Base64.getDecoder().decode(basic), StandardCharsets.US_ASCII))
                .isEqualTo("a%3Ab:c+d%25");
    }

    @Test
    void idAndSecretMayBeInTheBodyWithScopeAudienceAndResource() {
        PartnerStubs issuer = issuer();
        rig.start(
                at(rig.stubs().uri())
                        .auth(auth -> auth.oauth2(bySecret()
                                .andThen(o -> o.clientAuth(ClientAuthentication.POST)
                                        .scope("read", "write")
                                        .audience("hotels")
                                        .resource("https://hotels.example")))),
                login(issuer));
        rig.get("/partner/0").awaitEnd();
        assertThat(onlyRequest(issuer).header("Authorization")).isNull();
        assertThat(form(onlyRequest(issuer)))
                .containsOnly(
                        Map.entry("grant_type", "client_credentials"),
                        Map.entry("client_id", "me"),
                        Map.entry("client_secret", "s3cret"),
                        Map.entry("scope", "read write"),
                        Map.entry("audience", "hotels"),
                        Map.entry("resource", "https://hotels.example"));
    }

    @Test
    void anAssertionIsSignedForTheAddressOfTheIssuer(@TempDir Path folder) throws Exception {
        PartnerStubs issuer = issuer();
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec("secp256r1"));
        KeyPair keys = generator.generateKeyPair();
        Path file = pem(folder, keys);
        rig.start(
                at(rig.stubs().uri())
                        .auth(auth -> auth.oauth2(o -> o.issuer("login")
                                .path("/token")
                                .clientId("me")
                                .clientAuth(ClientAuthentication.PRIVATE_KEY_JWT)
                                .key(file)
                                .keyId("k1"))),
                login(issuer));
        rig.get("/partner/0").awaitEnd();
        Map<String, String> form = form(onlyRequest(issuer));
        assertThat(form)
                .containsEntry("client_assertion_type", "urn:ietf:params:oauth:client-assertion-type:jwt-bearer");
        String[] parts = Objects.requireNonNull(form.get("client_assertion")).split("\\.", -1);
        assertThat(json(parts[0]))
                .containsOnly(Map.entry("alg", "ES256"), Map.entry("typ", "JWT"), Map.entry("kid", "k1"));
        assertThat(json(parts[1]))
                .containsEntry("iss", "me")
                .containsEntry("sub", "me")
                .containsEntry("aud", issuer.uri() + TOKEN_PATH)
                .containsKeys("jti", "iat", "exp");
        Signature signature = Signature.getInstance("SHA256withECDSAinP1363Format");
        signature.initVerify(keys.getPublic());
        signature.update((parts[0] + "." + parts[1]).getBytes(StandardCharsets.US_ASCII));
        assertThat(signature.verify(Base64.getUrlDecoder().decode(parts[2]))).isTrue();
    }

    private static Map<String, Object> json(String part) throws Exception {
        return Json.parse(Base64.getUrlDecoder().decode(part)).as(new TypeReference<Map<String, Object>>() {});
    }

    private static Path pem(Path folder, KeyPair keys) throws IOException {
        String content =
                Base64.getMimeEncoder().encodeToString(keys.getPrivate().getEncoded());
        return Files.writeString(
                folder.resolve("key.pem"), "-----BEGIN PRIVATE KEY-----\n" + content + "\n-----END PRIVATE KEY-----\n");
    }

    @Test
    void aKeyThatSignsNothingIsRefusedWithItsFile(@TempDir Path folder) throws IOException, GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(1024);
        Path file = pem(folder, generator.generateKeyPair());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> rig.start(
                        at("http://127.0.0.1:1")
                                .auth(auth -> auth.oauth2(o -> o.issuer("login")
                                        .path("/token")
                                        .clientId("me")
                                        .clientAuth(ClientAuthentication.PRIVATE_KEY_JWT)
                                        .key(file))),
                        named("login", "http://127.0.0.1:1")))
                .withMessageContaining("partner partner: auth.oauth2.key: " + file)
                .withMessageContaining("RSA of 2048 bits or more");
        start(issuer(), rig.stubs());
    }

    @Test
    void anIssuerThatIsUnknownOrNeedsATokenItselfIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> rig.start(at("http://127.0.0.1:1").auth(auth -> auth.oauth2(bySecret()))))
                .withMessageContaining("auth.oauth2.issuer: no partner is named 'login'; expected one of partner");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> rig.start(
                        at("http://127.0.0.1:1").auth(auth -> auth.oauth2(bySecret())),
                        named("login", "http://127.0.0.1:1")
                                .auth(auth -> auth.oauth2(bySecret().andThen(o -> o.issuer(PARTNER))))))
                .withMessageContaining("partner login needs a token itself");
        start(issuer(), rig.stubs());
    }

    // ---- When it is fetched. ------------------------------------------------------------------------------------

    @Test
    void manyThatNeedItAtOnceWaitForOneRequest() {
        PartnerStubs issuer = issuer();
        CompletableFuture<Void> gate = new CompletableFuture<>();
        Function<RecordedRequest, StubAnswer> usual = answer;
        answer = request -> usual.apply(request).after(gate);
        PartnerStubs partner = start(issuer, rig.stubs());
        List<RecordingListener> exchanges =
                IntStream.range(0, 20).mapToObj(i -> rig.get("/partner/0")).toList();
        Soon.until("the token is asked for", () -> !issuer.recorded().isEmpty());
        assertThat(partner.recorded()).isEmpty();
        gate.complete(null);
        exchanges.forEach(RecordingListener::awaitEnd);
        assertThat(issuer.recorded()).hasSize(1);
        assertThat(tokens(partner)).hasSize(20).containsOnly("t1");
    }

    @Test
    void itIsRenewedAheadOfItsEndWhileTheOldOneIsUsed() {
        PartnerStubs issuer = issuer();
        PartnerStubs partner = start(issuer, rig.stubs());
        rig.get("/partner/0").awaitEnd();
        rig.pass(HOUR.multipliedBy(70).dividedBy(100));
        rig.get("/partner/0").awaitEnd();
        assertThat(issuer.recorded()).hasSize(1);
        rig.pass(HOUR.multipliedBy(20).dividedBy(100));
        rig.get("/partner/0").awaitEnd();
        Soon.until("it is renewed", () -> issued.get() == 2);
        awaitToken("t2", partner);
        assertThat(tokens(partner).subList(0, 3)).containsExactly("t1", "t1", "t1");
        assertThat(issuer.recorded()).hasSize(2);
    }

    private void awaitToken(String token, PartnerStubs partner) {
        Soon.until("a request has " + token, () -> {
            rig.get("/partner/0").awaitEnd();
            List<String> sent = tokens(partner);
            return sent.get(sent.size() - 1).equals(token);
        });
    }

    @Test
    void oneThatHasExpiredIsNotUsed() {
        PartnerStubs issuer = issuer();
        PartnerStubs partner = start(issuer, rig.stubs());
        rig.get("/partner/0").awaitEnd();
        // Ten seconds before the end, as requests take some time.
        rig.pass(HOUR.minusSeconds(9));
        rig.get("/partner/0").awaitEnd();
        assertThat(tokens(partner)).containsExactly("t1", "t2");
    }

    @Test
    void aRenewalThatFailsLeavesTheOldOneInUse() {
        PartnerStubs issuer = issuer();
        PartnerStubs partner = start(issuer, rig.stubs());
        rig.get("/partner/0").awaitEnd();
        answer = request -> StubAnswer.status(503);
        rig.pass(HOUR.multipliedBy(90).dividedBy(100));
        for (int i = 0; i < 5; i++) {
            rig.get("/partner/0").awaitEnd();
        }
        Soon.until(
                "the renewal has failed",
                () -> issuer.inFlight() == 0 && issuer.recorded().size() == 2);
        assertThat(tokens(partner)).hasSize(6).containsOnly("t1");
    }

    // ---- When it is refused. ------------------------------------------------------------------------------------

    private PartnerStubs refusing(String token) {
        return rig.stubs().answerAll(request -> {
            boolean refused = ("Bearer " + token).equals(request.header("Authorization"));
            return refused ? StubAnswer.status(401) : StubAnswer.json(200, "{}");
        });
    }

    @Test
    void oneThatThePartnerRefusesIsDroppedAndTheRequestSentOnceMore() {
        PartnerStubs issuer = issuer();
        PartnerStubs partner = start(issuer, refusing("t1"));
        // Of a token that is new, a 401 says nothing that another one would change.
        assertThat(rig.get("/x").response().status()).isEqualTo(401);
        rig.pass(Duration.ofSeconds(6));
        RecordingListener get = rig.get("/x");
        assertThat(get.response().status()).isEqualTo(200);
        assertThat(get.exchange().timings().attempts()).hasSize(2);
        assertThat(tokens(partner)).containsExactly("t1", "t1", "t2");
    }

    @Test
    void aPostIsSentOnceMoreToo() {
        PartnerStubs issuer = issuer();
        PartnerStubs partner = start(issuer, refusing("t1"));
        rig.get("/x").awaitEnd();
        rig.pass(Duration.ofSeconds(6));
        RecordingListener post =
                rig.start(rig.exchange().post("/x").body(RequestBody.of("text/plain", new byte[] {'a'})));
        assertThat(post.response().status()).isEqualTo(200);
        assertThat(tokens(partner)).containsExactly("t1", "t1", "t2");
        assertThat(partner.recorded().get(2).body()).isEqualTo("a");
    }

    @Test
    void aStreamedBodyIsSentOnceAndTheTokenIsDropped() {
        PartnerStubs issuer = issuer();
        PartnerStubs partner = start(issuer, refusing("t1"));
        rig.get("/x").awaitEnd();
        rig.pass(Duration.ofSeconds(6));
        RequestBody streamed = RequestBody.stream("text/plain", 1, HttpRequest.BodyPublishers.ofString("a"));
        assertThat(rig.start(rig.exchange().post("/x").body(streamed))
                        .response()
                        .status())
                .isEqualTo(401);
        assertThat(rig.get("/x").response().status()).isEqualTo(200);
        assertThat(tokens(partner)).containsExactly("t1", "t1", "t2");
    }

    @Test
    void aPartnerThatRefusesEachTokenDoesNotStormTheIssuer() {
        PartnerStubs issuer = issuer();
        PartnerStubs partner = start(issuer, rig.stubs().answerAll(request -> StubAnswer.status(401)));
        rig.get("/x").awaitEnd();
        rig.pass(Duration.ofSeconds(6));
        for (int i = 0; i < 10; i++) {
            assertThat(rig.get("/x").response().status()).isEqualTo(401);
        }
        assertThat(issuer.recorded()).hasSize(2);
        assertThat(partner.recorded()).hasSize(12);
    }

    // ---- An issuer that fails. ----------------------------------------------------------------------------------

    @Test
    void withoutATokenTheExchangeFailsAndTheIssuerIsNotAskedForAMoment() {
        PartnerStubs issuer = issuer();
        PartnerStubs partner = start(issuer, rig.stubs());
        Function<RecordedRequest, StubAnswer> usual = answer;
        answer = request -> StubAnswer.json(401, "{\"error\": \"invalid_client\", \"error_description\": \"who?\"}");
        for (int i = 0; i < 5; i++) {
            assertThat(rig.get("/partner/0").failure())
                    .returns(Reason.NO_CREDENTIAL, ExchangeException::reason)
                    .returns(false, ExchangeException::maybeSent)
                    .hasMessageContaining("no token of partner login: status 401, invalid_client: who?")
                    .hasMessageNotContaining("s3cret");
        }
        assertThat(issuer.recorded()).hasSize(1);
        assertThat(partner.recorded()).isEmpty();
        answer = usual;
        rig.pass(SECOND);
        rig.get("/partner/0").awaitEnd();
        assertThat(tokens(partner)).containsExactly("t1");
    }

    @Test
    void answersThatAreNoTokenAreFailures() {
        PartnerStubs issuer = issuer();
        start(issuer, rig.stubs());
        Map<String, String> wrong = Map.of(
                "no", "status 200 and no JSON",
                "{}", "no access_token",
                "{\"access_token\": \"a b\"}", "no access_token",
                "{\"access_token\": \"a\", \"token_type\": \"DPoP\"}", "token_type dpop, expected Bearer");
        wrong.forEach((body, message) -> {
            answer = request -> StubAnswer.json(200, body);
            assertThat(rig.get("/partner/0").failure()).hasMessageContaining(message);
            rig.pass(Duration.ofMinutes(1));
        });
    }

    @Test
    void anAnswerThatNoTreeIsMadeOfIsAFailureAndTheNextRequestAsksAgain() {
        PartnerStubs issuer = issuer();
        PartnerStubs partner = start(issuer, rig.stubs());
        Function<RecordedRequest, StubAnswer> usual = answer;
        answer = request -> StubAnswer.json(200, "{\"access_token\": \"a\", \"expires_in\": 1e400}");
        assertThat(rig.start(rig.exchange().get("/partner/0").timeout(SECOND)).failure())
                .returns(Reason.NO_CREDENTIAL, ExchangeException::reason);
        answer = usual;
        rig.pass(SECOND);
        rig.get("/partner/0").awaitEnd();
        assertThat(tokens(partner)).containsExactly("t1");
    }

    @Test
    void aTokenThatHasEndedWhenItComesDoesNotStormTheIssuer() {
        PartnerStubs issuer = issuer();
        PartnerStubs partner = start(issuer, rig.stubs());
        for (String seconds : List.of("1e-9", "0.0001", "0.0009")) {
            answer =
                    request -> StubAnswer.json(200, "{\"access_token\": \"a\", \"expires_in\": %s}".formatted(seconds));
            int before = issuer.recorded().size();
            assertThat(rig.get("/partner/0").failure())
                    .returns(Reason.NO_CREDENTIAL, ExchangeException::reason)
                    .hasMessageContaining("the token has ended");
            assertThat(issuer.recorded()).hasSize(before + 1);
            rig.pass(Duration.ofMinutes(1));
        }
        assertThat(partner.recorded()).isEmpty();
    }

    @Test
    void manyThatAreRefusedAtOnceShareTheNextToken() {
        PartnerStubs issuer = issuer();
        PartnerStubs partner = refusing("t1");
        rig.start(at(partner.uri()).auth(auth -> auth.oauth2(bySecret())).maxConnections(3), login(issuer));
        rig.get("/x").awaitEnd();
        rig.pass(Duration.ofSeconds(6));
        List<RecordingListener> exchanges =
                IntStream.range(0, 20).mapToObj(i -> rig.get("/x")).toList();
        exchanges.forEach(each -> assertThat(each.response().status()).isEqualTo(200));
        assertThat(issuer.recorded()).hasSize(2);
    }

    @Test
    void oneThatIsCancelledWhileItWaitsForTheNextTokenHoldsNothing() {
        PartnerStubs issuer = issuer();
        PartnerStubs partner = refusing("t1");
        rig.start(at(partner.uri()).auth(auth -> auth.oauth2(bySecret())).maxConnections(1), login(issuer));
        rig.get("/x").awaitEnd();
        rig.pass(Duration.ofSeconds(6));
        CompletableFuture<Void> gate = new CompletableFuture<>();
        Function<RecordedRequest, StubAnswer> usual = answer;
        answer = request -> usual.apply(request).after(gate);
        RecordingListener left = rig.get("/x");
        Soon.until("the next token is asked for", () -> issuer.recorded().size() == 2);
        assertThat(rig.partner().permitsUsed()).isZero();
        left.exchange().cancel();
        left.awaitEnd();
        gate.complete(null);
        assertThat(rig.get("/x").response().status()).isEqualTo(200);
    }

    @Test
    void aBrokerThatClosesWhileATokenIsFetchedEndsThoseWhoWait() {
        PartnerStubs issuer = issuer();
        CompletableFuture<Void> gate = new CompletableFuture<>();
        Function<RecordedRequest, StubAnswer> usual = answer;
        answer = request -> usual.apply(request).after(gate);
        start(issuer, rig.stubs());
        RecordingListener waiting = rig.get("/partner/0");
        Soon.until("the token is asked for", () -> !issuer.recorded().isEmpty());
        rig.broker().close();
        assertThat(waiting.failure().reason()).isEqualTo(Reason.NO_CREDENTIAL);
        gate.complete(null);
    }

    @Test
    void anIssuerThatHangsCostsTheExchangeItsTimeAndNothingElse() {
        PartnerStubs issuer = issuer();
        CompletableFuture<Void> gate = new CompletableFuture<>();
        Function<RecordedRequest, StubAnswer> usual = answer;
        answer = request -> usual.apply(request).after(gate);
        PartnerStubs partner = start(issuer, rig.stubs());
        RecordingListener late = rig.start(rig.exchange().get("/partner/0").timeout(SECOND));
        RecordingListener left = rig.get("/partner/0");
        Soon.until("the token is asked for", () -> !issuer.recorded().isEmpty());
        rig.pass(SECOND);
        assertThat(late.failure().reason()).isEqualTo(Reason.TIMEOUT);
        left.exchange().cancel();
        left.awaitEnd();
        gate.complete(null);
        rig.get("/partner/0").awaitEnd();
        assertThat(tokens(partner)).containsExactly("t1");
        assertThat(issuer.recorded()).hasSize(1);
    }

    @Test
    void theIssuerOfAReloadGivesTheNextTokens() {
        PartnerStubs first = issuer();
        PartnerStubs second = issuer();
        PartnerStubs partner = start(first, rig.stubs());
        rig.get("/partner/0").awaitEnd();
        DefaultBroker before = rig.broker();
        DefaultBroker next = before.withPartners(
                List.of(before.partner(PARTNER).settings(), login(second).build()));
        before.handOverTo(next, Long.MAX_VALUE);
        rig.pass(HOUR);
        rig.start(next.exchange(PARTNER).get("/partner/0")).awaitEnd();
        assertThat(tokens(partner)).containsExactly("t1", "t2");
        assertThat(second.recorded()).hasSize(1);
    }

    @Test
    void healthChecksHaveTheTokenAndWaitForIt() {
        PartnerStubs issuer = issuer();
        PartnerStubs partner = rig.stubs(PartnerStubs.builder()
                .answer(
                        "GET",
                        "/health",
                        request -> StubAnswer.status(request.header("Authorization") == null ? 401 : 200)));
        rig.start(
                at(partner.uri())
                        .auth(auth -> auth.oauth2(bySecret()))
                        .healthCheck(check -> check.path("/health").interval(SECOND)),
                login(issuer));
        Soon.until("a check", () -> {
            rig.clock().advance(SECOND);
            return !partner.recorded().isEmpty();
        });
        assertThat(tokens(partner)).containsOnly("t1");
    }
}
