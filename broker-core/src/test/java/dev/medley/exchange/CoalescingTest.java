package dev.medley.exchange;

import static dev.medley.exchange.BrokerRig.at;
import static dev.medley.exchange.CacheSteps.cacheStatus;
import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.connection.HandConnection;
import dev.medley.connection.HandPartner;
import dev.medley.connection.HandRequest;
import dev.medley.context.RequestId;
import dev.medley.context.RequestIds;
import dev.medley.exchange.internal.request.RequestContext;
import dev.medley.partner.internal.cache.CacheEvent;
import dev.medley.thread.internal.Loop;
import dev.medley.thread.internal.Soon;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Equal requests in flight, which are one call if all of them may have its response. */
@ParameterizedClass
@EnumSource(BrokerRig.Way.class)
class CoalescingTest {

    private static final String SHARED = "HTTP/1.1 200 OK\r\nCache-Control: max-age=60\r\n";
    private static final String PRIVATE = "HTTP/1.1 200 OK\r\nCache-Control: private\r\n";

    @RegisterExtension
    final BrokerRig rig;

    private final CacheSteps cache;

    CoalescingTest(BrokerRig.Way way) {
        rig = new BrokerRig(way);
        cache = new CacheSteps(rig);
    }

    // ---- A response that is for all. ----------------------------------------------------------------------------

    @Test
    void equalRequestsInFlightAreOneCall() {
        HandPartner partner = hand();
        RecordingListener first = get("/a");
        HandConnection connection = partner.acceptRequest();
        first.await(ExchangeState.WAITING);
        RecordingListener second = get("/a").await(ExchangeState.WAITING);
        connection.send(SHARED + "Content-Length: 3\r\n\r\non");
        first.await(ExchangeState.BODY);
        RecordingListener third = get("/a").await(ExchangeState.BODY);
        connection.send("e");
        for (RecordingListener each : List.of(first, second, third)) {
            assertThat(each.response().text()).isEqualTo("one");
            assertThat(each.events())
                    .startsWith(Event.CONNECTION_ESTABLISHED, Event.WAITING_FOR_RESPONSE, Event.HEADERS_COMPLETED);
            assertThat(each.exchange().timings().attempts()).hasSize(1);
        }
        assertThat(cacheStatus(first)).isEqualTo("medley; fwd=uri-miss; stored; ttl=60");
        assertThat(cacheStatus(second)).isEqualTo("medley; fwd=uri-miss; stored; collapsed; ttl=60");
        assertThat(cacheStatus(third)).isEqualTo("medley; fwd=uri-miss; stored; collapsed; ttl=60");
        assertThat(cache.counted(CacheEvent.COLLAPSED)).isEqualTo(2);
        assertThat(rig.partner().connections().opened()).isOne();
        Soon.asserted(() -> assertThat(rig.broker().heldBodyBytes()).isZero());
    }

    @Test
    void theEndOfACallDoesNotHoldTheLoopUntilAllThatWaitHaveIt() {
        HandPartner partner = hand();
        List<String> order = new CopyOnWriteArrayList<>();
        RecordingListener first = rig.listener(true).on(Event.ENDED, exchange -> {
            Loop loop = Loop.current();
            if (loop == null) {
                order.add("another event");
            } else {
                Soon.until("a long round", loop::isRoundLong);
                loop.defer(() -> order.add("another event"));
            }
        });
        RecordingListener second = rig.listener(true).on(Event.ENDED, exchange -> order.add("second"));
        rig.start(rig.exchange().get("/a"), first);
        HandConnection connection = partner.acceptRequest();
        first.await(ExchangeState.WAITING);
        rig.start(rig.exchange().get("/a"), second);
        second.await(ExchangeState.WAITING);
        connection.send(SHARED + "Content-Length: 3\r\n\r\none");
        assertThat(first.response().text()).isEqualTo("one");
        assertThat(second.response().text()).isEqualTo("one");
        assertThat(order).containsExactly("another event", "second");
    }

    @Test
    void whatIsSentForOthersLaterMayHaveBeenSent() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()).cache(c -> c.enabled(true)).maxConnections(1));
        RecordingListener before = get("/before");
        HandConnection connection = partner.acceptRequest();
        RecordingListener first = rig.start(rig.exchange().get("/a").timeout(Duration.ofSeconds(1)));
        first.await(ExchangeState.QUEUED);
        RecordingListener second = get("/a").await(ExchangeState.QUEUED);
        rig.pass(Duration.ofSeconds(1));
        first.assertEnded(Outcome.EXPIRED, Reason.TIMEOUT);
        assertThat(first.failure().maybeSent()).isTrue();
        connection.answer("x");
        before.awaitEnd();
        connection.readRequest();
        connection.answer("a");
        assertThat(second.response().text()).isEqualTo("a");
    }

    @Test
    void withoutTheSettingEachRequestGoesItself() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()).cache(c -> c.enabled(true).coalesce(false)));
        RecordingListener first = get("/a");
        RecordingListener second = get("/a");
        HandConnection one = partner.acceptRequest();
        HandConnection two = partner.acceptRequest();
        one.answer("{}");
        two.answer("{}");
        first.assertEnded(Outcome.COMPLETED, null);
        second.assertEnded(Outcome.COMPLETED, null);
    }

    @Test
    void requestsThatDifferGoThemselves() {
        HandPartner partner = hand();
        List<RecordingListener> all = new ArrayList<>();
        all.add(get("/a"));
        all.add(get("/a?x"));
        all.add(rig.start(rig.exchange().get("/a").header("Accept", "x")));
        all.add(rig.start(rig.exchange().get("/a").expectJson()));
        all.add(rig.start(rig.exchange().get("/a").maxBody(100)));
        all.add(rig.start(rig.exchange().get("/a").header("Cache-Control", "no-cache")));
        all.add(rig.start(rig.exchange().get("/a").header("Cache-Control", "no-cache")));
        all.add(rig.start(rig.exchange().get("/a").header("Authorization", "me")));
        all.add(rig.start(rig.exchange().get("/a").header("Authorization", "me")));
        all.add(rig.start(rig.exchange().request("HEAD", "/a")));
        List<HandConnection> connections =
                all.stream().map(each -> partner.acceptRequest()).toList();
        connections.forEach(each -> each.send("HTTP/1.1 204 No Content\r\n\r\n"));
        all.forEach(RecordingListener::awaitEnd);
        assertThat(cache.counted(CacheEvent.COLLAPSED)).isZero();
    }

    @Test
    void requestsOfDifferentInboundRequestsAreEqual() {
        HandPartner partner = hand();
        RecordingListener first = of("one", "/a");
        HandConnection connection = partner.accept();
        HandRequest sent = connection.readRequest();
        first.await(ExchangeState.WAITING);
        RecordingListener second = of("two", "/a");
        second.await(ExchangeState.WAITING);
        assertThat(sent.values("X-Request-Id")).containsExactly("one");
        connection.send(SHARED + "Content-Length: 1\r\n\r\n1");
        assertThat(second.response().text()).isEqualTo("1");
        assertThat(second.exchange().request().headers()).extracting("value").containsExactly("two");
    }

    @Test
    void theCancellationOfOneDoesNotEndTheOthers() {
        HandPartner partner = hand();
        RecordingListener first = get("/a");
        HandConnection connection = partner.acceptRequest();
        RecordingListener second = get("/a").await(ExchangeState.WAITING);
        RecordingListener third = get("/a").await(ExchangeState.WAITING);
        first.exchange().cancel();
        first.assertEnded(Outcome.CANCELLED, Reason.CANCELLED);
        third.exchange().cancel();
        third.assertEnded(Outcome.CANCELLED, Reason.CANCELLED);
        connection.send(SHARED + "Content-Length: 1\r\n\r\n1");
        assertThat(second.response().text()).isEqualTo("1");
    }

    @Test
    void theCancellationOfAllEndsTheCall() {
        HandPartner partner = hand();
        RecordingListener first = get("/a");
        HandConnection connection = partner.acceptRequest();
        RecordingListener second = get("/a").await(ExchangeState.WAITING);
        first.exchange().cancel();
        second.exchange().cancel();
        connection.awaitClosed();
        RecordingListener later = get("/a");
        partner.accept().answerNext("later");
        assertThat(later.response().text()).isEqualTo("later");
    }

    @Test
    void eachExchangeHasItsOwnTimeOut() {
        HandPartner partner = hand();
        RecordingListener first = rig.start(rig.exchange().get("/a").timeout(Duration.ofSeconds(1)));
        HandConnection connection = partner.acceptRequest();
        first.await(ExchangeState.WAITING);
        RecordingListener second = rig.start(rig.exchange().get("/a").timeout(Duration.ofSeconds(10)));
        second.await(ExchangeState.WAITING);
        rig.pass(Duration.ofSeconds(1));
        first.assertEnded(Outcome.EXPIRED, Reason.TIMEOUT);
        assertThat(first.failure()).hasMessageContaining("within 1000 ms");
        rig.pass(Duration.ofSeconds(8));
        connection.send(SHARED + "Content-Length: 1\r\n\r\n1");
        assertThat(second.response().text()).isEqualTo("1");
    }

    @Test
    void anExchangeMayJoinInThePauseBeforeARetry() {
        HandPartner partner = hand();
        RecordingListener first = get("/a");
        HandConnection connection = partner.acceptRequest();
        connection.send("HTTP/1.1 503 Busy\r\nRetry-After: 2\r\nContent-Length: 0\r\n\r\n");
        Soon.until("the pause", () -> rig.partner().permitsUsed() == 0);
        RecordingListener second = get("/a").await(ExchangeState.QUEUED);
        assertThat(second.exchange().head()).isNull();
        rig.pass(Duration.ofSeconds(2));
        connection.readRequest();
        connection.send(SHARED + "Content-Length: 1\r\n\r\n1");
        assertThat(first.response().text()).isEqualTo("1");
        assertThat(second.response().text()).isEqualTo("1");
        assertThat(cache.counted(CacheEvent.COLLAPSED)).isOne();
    }

    @Test
    void theDeadlineOfAnAttemptCountsForAnExchangeThatWaitsLongerThanTheFirst() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url())
                .cache(c -> c.enabled(true))
                .maxConnections(1)
                .retries(0)
                .attemptTimeout(Duration.ofSeconds(3)));
        RecordingListener before = get("/before");
        HandConnection connection = partner.acceptRequest();
        RecordingListener first = rig.start(rig.exchange().get("/a").timeout(Duration.ofSeconds(2)));
        RecordingListener second = rig.start(rig.exchange().get("/a").timeout(Duration.ofSeconds(30)));
        second.await(ExchangeState.QUEUED);
        connection.answer("{}");
        before.awaitEnd();
        connection.readRequest();
        second.await(ExchangeState.WAITING);
        rig.pass(Duration.ofSeconds(3));
        first.assertEnded(Outcome.EXPIRED, Reason.TIMEOUT);
        second.assertEnded(Outcome.EXPIRED, Reason.ATTEMPT_TIMEOUT);
    }

    // ---- Failures. ----------------------------------------------------------------------------------------------

    @Test
    void theFailureOfTheCallIsEveryones() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()).cache(c -> c.enabled(true)).retries(0));
        RecordingListener first = get("/a");
        HandConnection connection = partner.acceptRequest();
        RecordingListener second = get("/a").await(ExchangeState.WAITING);
        connection.reset();
        first.assertEnded(Outcome.FAILED, Reason.CONNECTION_FAILED);
        second.assertEnded(Outcome.FAILED, Reason.CONNECTION_FAILED);
        // Nothing of it is left for the next one.
        RecordingListener third = get("/a");
        partner.accept().answerNext("third");
        assertThat(third.response().text()).isEqualTo("third");
    }

    @Test
    void anErrorOfThePartnerIsEveryones() {
        HandPartner partner = hand();
        RecordingListener first = get("/a");
        HandConnection connection = partner.acceptRequest();
        RecordingListener second = get("/a").await(ExchangeState.WAITING);
        connection.send("HTTP/1.1 500 Broken\r\nContent-Length: 4\r\n\r\ndown");
        assertThat(first.response().status()).isEqualTo(500);
        assertThat(second.response().status()).isEqualTo(500);
        assertThat(cacheStatus(second)).isEqualTo("medley; fwd=uri-miss; collapsed");
    }

    // ---- A response that is for one. ----------------------------------------------------------------------------

    @ParameterizedTest
    @ValueSource(
            strings = {
                "200 OK\r\nCache-Control: private, max-age=60",
                "200 OK\r\nCache-Control: no-store",
                "200 OK\r\nCache-Control: no-cache",
                "200 OK\r\nCache-Control: max-age=60\r\nSet-Cookie: a=b",
                "200 OK\r\nCache-Control: max-age=60\r\nVary: *",
                "200 OK\r\nCache-Control: max-age=60\r\nVary: X-Request-Id",
                "200 OK\r\nContent-Type: text/plain",
                "500 Broken\r\nSet-Cookie: a=b",
            })
    void aResponseThatOthersMayNotHaveIsForTheFirstAndTheOthersGoThemselves(String head) {
        HandPartner partner = hand();
        RecordingListener first = of("one", "/a");
        HandConnection connection = partner.acceptRequest();
        RecordingListener second = of("two", "/a").await(ExchangeState.WAITING);
        connection.send("HTTP/1.1 " + head + "\r\nContent-Length: 5\r\n\r\n");
        // It goes at the head, and does not wait for the body.
        HandConnection other = partner.accept();
        assertThat(other.readRequest().values("X-Request-Id")).containsExactly("two");
        connection.send("first");
        assertThat(first.response().text()).isEqualTo("first");
        other.send("HTTP/1.1 " + head + "\r\nContent-Length: 6\r\n\r\nsecond");
        assertThat(second.response().text()).isEqualTo("second");
        assertThat(second.events())
                .containsExactly(
                        Event.CONNECTION_ESTABLISHED,
                        Event.WAITING_FOR_RESPONSE,
                        Event.CONNECTION_ESTABLISHED,
                        Event.WAITING_FOR_RESPONSE,
                        Event.HEADERS_COMPLETED,
                        Event.BODY_COMPLETED,
                        Event.CONNECTION_IDLE,
                        Event.ENDED);
        assertThat(cacheStatus(second)).doesNotContain("collapsed");
        assertThat(cache.counted(CacheEvent.NOT_SHARED)).isOne();
    }

    @Test
    void afterSuchAResponseRequestsDoNotWaitForOneAnotherForAWhile() {
        HandPartner partner = hand();
        RecordingListener first = get("/a");
        HandConnection one = partner.acceptRequest();
        one.send(PRIVATE + "Content-Length: 1\r\n\r\n1");
        first.awaitEnd();
        RecordingListener second = get("/a");
        one.readRequest();
        RecordingListener third = get("/a");
        HandConnection two = partner.acceptRequest();
        one.send(PRIVATE + "Content-Length: 1\r\n\r\n2");
        two.send(PRIVATE + "Content-Length: 1\r\n\r\n3");
        second.awaitEnd();
        third.awaitEnd();
        rig.pass(Duration.ofSeconds(10));
        RecordingListener fourth = get("/a");
        HandConnection next = HandConnection.firstWithARequest(List.of(one, two));
        next.readRequest();
        RecordingListener fifth = get("/a").await(ExchangeState.WAITING);
        next.send(SHARED + "Content-Length: 1\r\n\r\n4");
        assertThat(fourth.response().text()).isEqualTo("4");
        assertThat(fifth.response().text()).isEqualTo("4");
    }

    @Test
    void anExchangeThatGoesItselfKeepsItsDeadline() {
        HandPartner partner = hand();
        RecordingListener first = get("/a");
        HandConnection connection = partner.acceptRequest();
        first.await(ExchangeState.WAITING);
        RecordingListener second =
                rig.start(rig.exchange().get("/a").timeout(Duration.ofSeconds(5)), rig.listener(true));
        second.await(ExchangeState.WAITING);
        rig.pass(Duration.ofSeconds(3));
        connection.send(PRIVATE + "Content-Length: 1\r\n\r\n");
        HandConnection other = partner.acceptRequest();
        second.await(ExchangeState.WAITING);
        connection.send("1");
        first.awaitEnd();
        rig.pass(Duration.ofSeconds(2));
        second.assertEnded(Outcome.EXPIRED, Reason.TIMEOUT);
        other.awaitClosed();
    }

    @Test
    void anExchangeThatGoesItselfCanBeCancelled() {
        HandPartner partner = hand();
        RecordingListener first = get("/a");
        HandConnection connection = partner.acceptRequest();
        RecordingListener second = get("/a").await(ExchangeState.WAITING);
        connection.send(PRIVATE + "Content-Length: 1\r\n\r\n");
        HandConnection other = partner.acceptRequest();
        assertThat(second.exchange().cancel()).isTrue();
        second.assertEnded(Outcome.CANCELLED, Reason.CANCELLED);
        other.awaitClosed();
        connection.send("1");
        first.assertEnded(Outcome.COMPLETED, null);
    }

    // ---- Parts. -------------------------------------------------------------------------------------------------

    private HandPartner hand() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()).cache(c -> c.enabled(true)));
        return partner;
    }

    private RecordingListener get(String target) {
        return rig.get(target);
    }

    /** An exchange for the inbound request with this id. */
    private RecordingListener of(String id, String target) {
        RequestId given = new RequestIds("X-Request-Id", true)
                .of(field -> field.equals("X-Request-Id") ? List.of(id) : List.of());
        RequestContext requestContext = RequestContext.of(given, "X-Request-Id", "GET", "/page");
        return rig.start(rig.exchange().get(target).requestContext(requestContext));
    }
}
