package dev.medley.exchange;

import static dev.medley.exchange.BrokerRig.at;
import static dev.medley.exchange.CacheSteps.MINUTE;
import static dev.medley.exchange.CacheSteps.cacheStatus;
import static dev.medley.exchange.CacheSteps.numbered;
import static dev.medley.exchange.CacheSteps.validated;
import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.partner.CacheStatus;
import dev.medley.partner.internal.cache.CacheEvent;
import dev.medley.stubs.PartnerStubs;
import dev.medley.stubs.StubAnswer;
import dev.medley.thread.internal.Soon;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Exchanges that a stored response answers, and those that it must not. */
@ParameterizedClass
@EnumSource(BrokerRig.Way.class)
class CachedExchangeTest {

    @RegisterExtension
    final BrokerRig rig;

    private final CacheSteps cache;

    CachedExchangeTest(BrokerRig.Way way) {
        rig = new BrokerRig(way);
        cache = new CacheSteps(rig);
    }

    // ---- Hits. --------------------------------------------------------------------------------------------------

    @Test
    void aFreshResponseAnswersTheNextExchangeWithoutARequest() {
        PartnerStubs stubs = rig.stubs();
        stubs.answer("GET", "/a", StubAnswer.json(200, "{\"a\":1}").header("Cache-Control", MINUTE));
        start(stubs);
        RecordingListener first = cache.get("/a");
        assertThat(first.response().text()).isEqualTo("{\"a\":1}");
        assertThat(cacheStatus(first)).isEqualTo("medley; fwd=uri-miss; stored; ttl=60");
        assertThat(first.events()).contains(Event.CONNECTION_ESTABLISHED);
        rig.pass(Duration.ofSeconds(20));
        RecordingListener second = cache.start(rig.exchange().get("/a").expectJson());
        assertThat(second.response().json().bytes()).isEqualTo(first.response().body());
        assertThat(second.events()).containsExactly(Event.HEADERS_COMPLETED, Event.BODY_COMPLETED, Event.ENDED);
        assertThat(cacheStatus(second)).isEqualTo("medley; hit; ttl=40");
        assertThat(second.response().head().header("Age")).isEqualTo("20");
        assertThat(second.response().head().header("Content-Type")).isEqualTo("application/json");
        assertThat(second.exchange().timings().attempts()).isEmpty();
        assertThat(second.exchange().timings().totalNanos()).isZero();
        assertThat(second.exchange().connection()).isNull();
        assertThat(second.exchange().cacheStatus()).isNotNull().returns(true, CacheStatus::isHit);
        assertThat(stubs.requests("GET", "/a")).isOne();
        assertThat(cache.counted(CacheEvent.HIT)).isOne();
        assertThat(cache.counted(CacheEvent.MISS)).isOne();
        Soon.asserted(() -> assertThat(rig.broker().heldBodyBytes()).isZero());
    }

    @Test
    void withoutTheSettingNothingIsStored() {
        PartnerStubs stubs = rig.stubs();
        stubs.answer("GET", "/a", StubAnswer.json(200, "{}").header("Cache-Control", MINUTE));
        rig.start(at(stubs.uri()));
        assertThat(rig.get("/a").response().cacheStatus()).isNull();
        assertThat(rig.get("/a").response().head().header("Cache-Status")).isNull();
        assertThat(stubs.requests("GET", "/a")).isEqualTo(2);
        assertThat(rig.partner().cache()).isNull();
    }

    @Test
    void eachVariantIsStoredByTheFieldsThatVaryNames() {
        PartnerStubs stubs = rig.stubs();
        stubs.answer(
                "GET",
                "/a",
                request -> StubAnswer.json(200, "\"" + request.header("Accept-Language") + "\"")
                        .header("Cache-Control", MINUTE)
                        .header("Vary", "Accept-Language"));
        start(stubs);
        for (String language : new String[] {"de", "en", "de", "en"}) {
            RecordingListener each =
                    rig.start(rig.exchange().get("/a").header("accept-language", language), rig.listener(true));
            assertThat(each.response().text()).isEqualTo("\"" + language + "\"");
        }
        assertThat(stubs.requests("GET", "/a")).isEqualTo(2);
    }

    @Test
    void aStoredResponseIsCheckedAgainstTheOptionsOfEachExchange() {
        PartnerStubs stubs = rig.stubs();
        stubs.answer("GET", "/none", StubAnswer.json(404, "\"no\"").header("Cache-Control", MINUTE));
        stubs.answer("GET", "/text", StubAnswer.json(200, "no document").header("Cache-Control", MINUTE));
        start(stubs);
        assertThat(cache.get("/none").response().status()).isEqualTo(404);
        assertThat(cache.get("/text").response().status()).isEqualTo(200);
        RecordingListener refused = rig.start(rig.exchange().get("/none").expectJson(), rig.listener(true));
        refused.assertEnded(Outcome.FAILED, Reason.UNEXPECTED_STATUS);
        assertThat(refused.failure().status()).isEqualTo(404);
        RecordingListener accepted =
                rig.start(rig.exchange().get("/none").expectJson().accept(404), rig.listener(true));
        assertThat(accepted.response().json().tree().asString()).isEqualTo("no");
        rig.start(rig.exchange().get("/text").expectJson(), rig.listener(true))
                .assertEnded(Outcome.FAILED, Reason.BROKEN_JSON);
        assertThat(stubs.requests()).isEqualTo(2);
    }

    @Test
    void aStoredBodyBeyondTheLargestThatAnExchangeWantsIsRefused() {
        PartnerStubs stubs = rig.stubs();
        stubs.answer("GET", "/fresh", StubAnswer.json(200, "1234").header("Cache-Control", MINUTE));
        stubs.answer("GET", "/validated", validated("\"1\"", "no-cache"));
        start(stubs);
        for (String target : List.of("/fresh", "/validated")) {
            assertThat(cache.get(target).response().status()).isEqualTo(200);
            cache.start(rig.exchange().get(target).maxBody(3)).assertEnded(Outcome.FAILED, Reason.BODY_TOO_LARGE);
        }
    }

    @Test
    void anExchangeMayAskForStoredResponsesOnly() {
        PartnerStubs stubs = rig.stubs();
        stubs.answer("GET", "/a", StubAnswer.json(200, "{}").header("Cache-Control", MINUTE));
        start(stubs);
        assertThat(cache.get("/a", "Cache-Control", "only-if-cached").response().status())
                .isEqualTo(504);
        assertThat(stubs.requests()).isZero();
        cache.get("/a").awaitEnd();
        assertThat(cache.get("/a", "Cache-Control", "only-if-cached").response().status())
                .isEqualTo(200);
        assertThat(stubs.requests()).isOne();
    }

    @Test
    void anExchangeThatSaysNoCacheGoesToThePartnerAndFillsTheCache() {
        PartnerStubs stubs = rig.stubs();
        stubs.answer("GET", "/a", numbered(MINUTE));
        start(stubs);
        assertThat(cache.get("/a").response().text()).isEqualTo("1");
        RecordingListener second = cache.get("/a", "Cache-Control", "no-cache");
        assertThat(second.response().text()).isEqualTo("2");
        assertThat(cacheStatus(second)).startsWith("medley; fwd=request; stored");
        assertThat(cache.get("/a").response().text()).isEqualTo("2");
    }

    // ---- What is not shared. ------------------------------------------------------------------------------------

    @ParameterizedTest
    @ValueSource(strings = {"private, max-age=60", "no-store, max-age=60", "max-age=0", "no-transform"})
    void aResponseThatMayNotBeSharedIsFetchedForEach(String cacheControl) {
        PartnerStubs stubs = rig.stubs();
        stubs.answer("GET", "/a", numbered(cacheControl));
        start(stubs);
        assertThat(cache.get("/a").response().text()).isEqualTo("1");
        RecordingListener second = cache.get("/a");
        assertThat(second.response().text()).isEqualTo("2");
        assertThat(cacheStatus(second)).isEqualTo("medley; fwd=uri-miss");
    }

    @Test
    void aResponseWithACookieIsFetchedForEach() {
        PartnerStubs stubs = rig.stubs();
        AtomicInteger number = new AtomicInteger();
        stubs.answer(
                "GET",
                "/a",
                request -> StubAnswer.json(200, "" + number.incrementAndGet())
                        .header("Cache-Control", MINUTE + ", public")
                        .header("Set-Cookie", "a=b"));
        start(stubs);
        assertThat(cache.get("/a").response().text()).isEqualTo("1");
        assertThat(cache.get("/a").response().text()).isEqualTo("2");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Authorization", "Cookie"})
    void theResponseToCredentialsIsForAllOnlyIfItSaysSo(String field) {
        PartnerStubs stubs = rig.stubs();
        stubs.answer("GET", "/mine", numbered(MINUTE));
        stubs.answer("GET", "/all", numbered(MINUTE + ", public"));
        start(stubs);
        assertThat(cache.get("/mine", field, "me").response().text()).isEqualTo("1");
        assertThat(cache.get("/mine", field, "me").response().text()).isEqualTo("2");
        assertThat(cache.get("/mine").response().text()).isEqualTo("3");
        // Stored for those without credentials, not for those with them.
        assertThat(cache.get("/mine").response().text()).isEqualTo("3");
        RecordingListener withCredentials = cache.get("/mine", field, "me");
        assertThat(withCredentials.response().text()).isEqualTo("4");
        assertThat(cacheStatus(withCredentials)).isEqualTo("medley; fwd=miss");
        assertThat(cache.get("/all", field, "me").response().text()).isEqualTo("1");
        assertThat(cache.get("/all", field, "you").response().text()).isEqualTo("1");
    }

    @Test
    void aStreamedBodyIsNeitherStoredNorTakenFromTheStore() {
        PartnerStubs stubs = rig.stubs();
        stubs.answer("GET", "/a", numbered(MINUTE));
        start(stubs);
        assertThat(streamed("/a")).isEqualTo("1");
        assertThat(cache.get("/a").response().text()).isEqualTo("2");
        assertThat(streamed("/a")).isEqualTo("3");
        assertThat(cache.get("/a").response().text()).isEqualTo("2");
    }

    @Test
    void aBodyBeyondTheLargestIsTheAnswerAndIsNotStored() {
        PartnerStubs stubs = rig.stubs();
        stubs.answer("GET", "/a", StubAnswer.json(200, "12345678").header("Cache-Control", MINUTE));
        rig.start(at(stubs.uri()).cache(c -> c.enabled(true).maxBytes(1 << 20).maxBody(7)));
        assertThat(cache.get("/a").response().text()).isEqualTo("12345678");
        assertThat(cacheStatus(cache.get("/a"))).isEqualTo("medley; fwd=uri-miss");
    }

    private void start(PartnerStubs stubs) {
        rig.start(at(stubs.uri()).cache(c -> c.enabled(true)));
    }

    private String streamed(String target) {
        RecordingListener streamed = rig.listener().readingOn();
        rig.start(rig.exchange().get(target).streamed(), streamed).awaitEnd();
        return streamed.streamedText();
    }
}
