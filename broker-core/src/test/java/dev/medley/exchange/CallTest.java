package dev.medley.exchange;

import static dev.medley.exchange.BrokerRig.at;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.connection.ConnectionInfo;
import dev.medley.connection.HandConnection;
import dev.medley.connection.HandPartner;
import dev.medley.connection.internal.DefaultOutboundRequest;
import dev.medley.connection.internal.address.Address;
import dev.medley.exchange.internal.DefaultBroker;
import dev.medley.exchange.internal.call.Call;
import dev.medley.exchange.internal.call.CallState;
import dev.medley.exchange.internal.call.DefaultExchange;
import dev.medley.exchange.internal.content.BufferedResponse;
import dev.medley.exchange.internal.request.CallRequest;
import dev.medley.json.Json;
import dev.medley.partner.internal.Endpoint;
import dev.medley.partner.internal.TestParts;
import dev.medley.partner.internal.limit.AdmissionStage;
import dev.medley.partner.internal.policy.AttemptResult;
import dev.medley.partner.internal.policy.AttemptResult.Kind;
import dev.medley.partner.internal.policy.CallHistory;
import dev.medley.partner.internal.policy.CallPolicy;
import dev.medley.partner.internal.policy.NextStep;
import dev.medley.stubs.PartnerStubs;
import dev.medley.stubs.raw.Misbehaviour;
import dev.medley.stubs.raw.RawPartner;
import dev.medley.thread.internal.Soon;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Calls with more than one attempt, more than one endpoint, more than one exchange. */
@ParameterizedClass
@EnumSource(BrokerRig.Way.class)
class CallTest {

    private static final Duration DELAY = Duration.ofMillis(100);

    @RegisterExtension
    final BrokerRig rig;

    CallTest(BrokerRig.Way way) {
        rig = new BrokerRig(way);
    }

    // ---- Attempts side by side. ---------------------------------------------------------------------------------

    @Test
    void theSecondAttemptWinsAndTheFirstIsAborted() {
        rig.assumeHttp11("over HTTP/2 both attempts have one connection");
        TwoAttempts two = twoAttempts();
        two.second().answer("second");
        assertThat(two.exchange().response().text()).isEqualTo("second");
        two.first().awaitClosed();
        assertThat(two.exchange().events())
                .containsExactly(
                        Event.CONNECTION_ESTABLISHED,
                        Event.WAITING_FOR_RESPONSE,
                        Event.CONNECTION_ESTABLISHED,
                        Event.WAITING_FOR_RESPONSE,
                        Event.HEADERS_COMPLETED,
                        Event.BODY_COMPLETED,
                        Event.CONNECTION_IDLE,
                        Event.ENDED);
        assertThat(two.exchange().exchange().timings().attempts()).hasSize(2);
        assertThat(two.exchange().exchange().connection()).isNotNull().returns(1, ConnectionInfo::uses);
    }

    @Test
    void theFirstAttemptWinsAndTheSecondIsAborted() {
        TwoAttempts two = twoAttempts();
        two.first().answer("first");
        assertThat(two.exchange().response().text()).isEqualTo("first");
        two.second().awaitClosed();
        assertThat(two.exchange().events()).containsOnlyOnce(Event.CONNECTION_ESTABLISHED);
    }

    @Test
    void anAnswerBeforeTheDelayNeedsNoSecondAttempt() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()), parts -> parts.policy(new OneBeside(NextStep.AGAIN)));
        RecordingListener exchange = rig.get("/");
        partner.accept().answerNext("x");
        exchange.assertEnded(Outcome.COMPLETED, null);
        assertThat(rig.clock().alarms()).isZero();
        assertThat(exchange.exchange().timings().attempts()).hasSize(1);
    }

    @Test
    void whenTheLeadingAttemptFailsTheOtherOneLeads() {
        TwoAttempts two = twoAttempts();
        two.first().reset();
        Soon.until("the lead of the second", () -> two.exchange().events().lastIndexOf(Event.WAITING_FOR_RESPONSE) > 1);
        two.second().answer("second");
        assertThat(two.exchange().response().text()).isEqualTo("second");
    }

    @Test
    void whenBothAttemptsFailTheExchangeFailsOnce() {
        TwoAttempts two = twoAttempts();
        two.second().reset();
        two.first().reset();
        two.exchange().assertEnded(Outcome.FAILED, Reason.CONNECTION_FAILED);
    }

    @Test
    void cancellingTheExchangeAbortsBothAttempts() {
        TwoAttempts two = twoAttempts();
        assertThat(two.exchange().exchange().cancel()).isTrue();
        two.exchange().assertEnded(Outcome.CANCELLED, Reason.CANCELLED);
        two.first().awaitClosed();
        two.second().awaitClosed();
    }

    @Test
    void aRetryMayWaitForADelayWithoutAPermit() {
        RawPartner partner = rig.raw(Misbehaviour.RESET_BEFORE_HEADERS, Misbehaviour.OK);
        rig.start(at(partner.uri()), parts -> parts.policy(new AgainAfterDelay()));
        RecordingListener exchange = rig.get("/");
        Soon.until(
                "the delay",
                () -> rig.partner().permitsUsed() == 0 && rig.clock().alarms() == 2);
        rig.pass(DELAY);
        assertThat(exchange.response().status()).isEqualTo(200);
        assertThat(exchange.exchange().timings().attempts()).hasSize(2);
    }

    // ---- Endpoints. ---------------------------------------------------------------------------------------------

    @Test
    void theNextAttemptGoesToAnotherEndpoint() {
        HandPartner broken = rig.hand();
        HandPartner sound = rig.hand();
        rig.start(
                at(broken.url()),
                parts -> TestParts.random(TestParts.at(parts, address(broken), address(sound)), bound -> 0)
                        .policy(new Elsewhere()));
        RecordingListener exchange = rig.get("/");
        broken.acceptRequest().reset();
        sound.accept().answerNext("sound");
        assertThat(exchange.response().text()).isEqualTo("sound");
        List<Endpoint> endpoints = rig.partner().endpoints();
        assertThat(endpoints).extracting(Endpoint::ended).containsExactly(1L, 1L);
        assertThat(endpoints).extracting(Endpoint::faults).containsExactly(1L, 0L);
        assertThat(endpoints).extracting(Endpoint::outstanding).containsExactly(0, 0);
    }

    @Test
    void exchangesGoToTheEndpointWithTheFewestOutstanding() {
        HandPartner one = rig.hand();
        HandPartner two = rig.hand();
        rig.start(
                at(one.url()), parts -> TestParts.random(TestParts.at(parts, address(one), address(two)), bound -> 0));
        RecordingListener first = rig.get("/1").await(ExchangeState.WAITING);
        RecordingListener second = rig.get("/2").await(ExchangeState.WAITING);
        HandConnection toOne = one.acceptRequest();
        HandConnection toTwo = two.acceptRequest();
        toTwo.answer("2");
        second.assertEnded(Outcome.COMPLETED, null);
        RecordingListener third = rig.get("/3");
        assertThat(toTwo.answerNext("3").line()).contains("/3");
        third.assertEnded(Outcome.COMPLETED, null);
        toOne.answer("1");
        first.assertEnded(Outcome.COMPLETED, null);
    }

    @Test
    void anEndpointWhoseStageRefusesIsLeftOut() {
        HandPartner closed = rig.hand();
        HandPartner open = rig.hand();
        Gate gate = new Gate();
        gate.open.set(false);
        rig.start(
                at(closed.url()),
                parts -> TestParts.at(parts, address(closed), address(open))
                        .endpointStages(address -> address.equals(address(closed)) ? List.of(gate) : List.of()));
        RecordingListener exchange = rig.get("/");
        open.accept().answerNext("open");
        assertThat(exchange.response().text()).isEqualTo("open");
        assertThat(gate.results).isEmpty();
    }

    // ---- Stages of admission. -----------------------------------------------------------------------------------

    @Test
    void aStageRefusesAndSeesEachResultOnce() {
        RawPartner partner = rig.raw(Misbehaviour.RESET_BEFORE_HEADERS, Misbehaviour.OK);
        Gate gate = new Gate();
        rig.start(at(partner.uri()), parts -> parts.stages(List.of(gate)));
        assertThat(rig.get("/").response().status()).isEqualTo(200);
        assertThat(gate.results).extracting(AttemptResult::kind).containsExactly(Kind.PARTNER_FAULT, Kind.COMPLETED);
        gate.open.set(false);
        RecordingListener refused = rig.get("/");
        refused.assertEnded(Outcome.FAILED, Reason.NO_CAPACITY);
        assertThat(refused.failure()).hasMessage("partner partner, queued: it admits no attempt now");
        assertThat(gate.results).hasSize(2);
    }

    @Test
    void aStageThatClosesAfterAFaultKeepsTheRetryBack() {
        RawPartner partner = rig.raw(Misbehaviour.RESET_BEFORE_HEADERS, Misbehaviour.OK);
        Gate gate = new Gate();
        gate.closesAfterFault = true;
        rig.start(at(partner.uri()), parts -> parts.stages(List.of(gate)));
        rig.get("/").assertEnded(Outcome.FAILED, Reason.NO_CAPACITY);
        assertThat(partner.methodCount("GET")).isOne();
    }

    // ---- A limit that changes. ----------------------------------------------------------------------------------

    @Test
    void aLimitMayChangeUnderLoad() {
        rig.assumeHttp11("the limit of connections bounds exchanges over HTTP/1.1 only");
        PartnerStubs stubs = rig.stubs();
        rig.start(at(stubs.uri()).maxConnections(2).limits(l -> l.maxQueued(2_000)));
        List<RecordingListener> exchanges = new ArrayList<>();
        for (int i = 0; i < 600; i++) {
            exchanges.add(rig.get("/partner/0?delay=" + i % 3));
            if (i % 50 == 0) {
                rig.partner().setMaxConnections(1 + i / 50);
            }
        }
        rig.partner().setMaxConnections(1);
        exchanges.forEach(exchange -> exchange.assertEnded(Outcome.COMPLETED, null));
        assertThat(stubs.connectionsAccepted()).isLessThanOrEqualTo(12);
        rig.assertNothingLeft();
        assertThat(rig.partner().admission().limiter().limit()).isOne();
    }

    @Test
    void aHigherLimitServesThoseThatWaitAtOnce() {
        rig.assumeHttp11("the limit of connections bounds exchanges over HTTP/1.1 only");
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()).maxConnections(1));
        RecordingListener first = rig.get("/1");
        HandConnection one = partner.acceptRequest();
        RecordingListener second = rig.get("/2").await(ExchangeState.QUEUED);
        rig.partner().setMaxConnections(2);
        partner.accept().answerNext("2");
        second.assertEnded(Outcome.COMPLETED, null);
        one.answer("1");
        first.assertEnded(Outcome.COMPLETED, null);
    }

    // ---- Exchanges that share a call. ---------------------------------------------------------------------------

    @Test
    void exchangesShareOneCallAndEachGetsTheAnswer() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()));
        Call call = call("/shared");
        RecordingListener first = join(call);
        HandConnection connection = partner.acceptRequest();
        first.await(ExchangeState.WAITING);
        RecordingListener second = join(call).await(ExchangeState.WAITING);
        connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{");
        first.await(ExchangeState.BODY);
        RecordingListener third = join(call).await(ExchangeState.BODY);
        connection.send("}");
        for (RecordingListener each : List.of(first, second, third)) {
            assertThat(each.response().json()).isEqualTo(Json.of(Map.of()));
            assertThat(each.response().exchange()).isSameAs(each.exchange());
        }
        RecordingListener late = join(call);
        assertThat(late.response().text()).isEqualTo("{}");
        assertThat(rig.partner().connections().opened()).isOne();
        Soon.asserted(() -> assertThat(rig.broker().heldBodyBytes()).isZero());
    }

    @Test
    void anExchangeThatLeavesDoesNotEndTheCallOfOthers() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()));
        Call call = call("/shared");
        RecordingListener first = join(call);
        RecordingListener second = join(call);
        HandConnection connection = partner.acceptRequest();
        assertThat(first.exchange().cancel()).isTrue();
        first.assertEnded(Outcome.CANCELLED, Reason.CANCELLED);
        connection.answer("{}");
        second.assertEnded(Outcome.COMPLETED, null);
    }

    @Test
    void anExchangeThatIsAboutToJoinKeepsTheCallWhileTheOthersLeave() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()));
        Call call = call("/shared");
        RecordingListener first = join(call);
        HandConnection connection = partner.acceptRequest();
        first.await(ExchangeState.WAITING);
        AtomicReference<RecordingListener> second = new AtomicReference<>();
        AtomicBoolean wanted = new AtomicBoolean();
        inQueue(call, () -> {
            second.set(join(call));
            first.exchange().cancel();
            wanted.set(call.isWanted());
        });
        first.assertEnded(Outcome.CANCELLED, Reason.CANCELLED);
        connection.answer("{}");
        requireNonNull(second.get()).assertEnded(Outcome.COMPLETED, null);
        assertThat(wanted).isTrue();
    }

    @Test
    void anExchangeThatIsCancelledBeforeItJoinsEndsTheCallThatOthersHaveLeft() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()));
        Call call = call("/shared");
        RecordingListener first = join(call);
        HandConnection connection = partner.acceptRequest();
        first.await(ExchangeState.WAITING);
        inQueue(call, () -> {
            RecordingListener second = join(call);
            first.exchange().cancel();
            second.exchange().cancel();
        });
        connection.awaitClosed();
        rig.assertNothingLeft();
    }

    @Test
    void theLastExchangeThatLeavesEndsTheCall() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()));
        Call call = call("/shared");
        RecordingListener first = join(call);
        RecordingListener second = join(call);
        HandConnection connection = partner.acceptRequest();
        first.exchange().cancel();
        second.exchange().cancel();
        second.assertEnded(Outcome.CANCELLED, Reason.CANCELLED);
        connection.awaitClosed();
        RecordingListener late = join(call);
        late.assertEnded(Outcome.CANCELLED, Reason.CANCELLED);
    }

    @Test
    void aSharedCallThatFailsFailsEachOfItsExchanges() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()).retries(0));
        Call call = call("/shared");
        RecordingListener first = join(call);
        RecordingListener second = join(call);
        partner.acceptRequest().reset();
        first.assertEnded(Outcome.FAILED, Reason.CONNECTION_FAILED);
        second.assertEnded(Outcome.FAILED, Reason.CONNECTION_FAILED);
    }

    @Test
    void aCallMayBeCompleteFromTheStart() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()));
        RecordingListener source = rig.start(rig.exchange().get("/").expectJson());
        partner.accept().answerNext("{}");
        PartnerResponse known = source.response();
        Call complete = Call.complete(
                rig.broker().services(),
                rig.partner(),
                new CallRequest(
                        new DefaultOutboundRequest("GET", "/", List.of(), null),
                        TestOptions.patient(true),
                        null,
                        false),
                new BufferedResponse(known.head(), known.body()));
        RecordingListener exchange = join(complete);
        assertThat(exchange.response().text()).isEqualTo("{}");
        assertThat(exchange.events()).containsExactly(Event.HEADERS_COMPLETED, Event.BODY_COMPLETED, Event.ENDED);
        assertThat(exchange.exchange().timings().attempts()).isEmpty();
    }

    // ---- Held bytes. --------------------------------------------------------------------------------------------

    @Test
    void anExchangeThatFindsTheBudgetOfHeldBytesSpentFails() {
        HandPartner partner = rig.hand();
        rig.start(DefaultBroker.builder()
                .partner(rig.byThisWay(at(partner.url())))
                .maxHeldBytes(10_000));
        RecordingListener first = rig.start(rig.exchange().get("/1"));
        HandConnection one = partner.acceptRequest();
        one.send("HTTP/1.1 200 OK\r\nContent-Length: 8000\r\n\r\n" + "x".repeat(7_000));
        Soon.until("the first body", () -> rig.broker().heldBodyBytes() >= 7_000);
        RecordingListener second = rig.start(rig.exchange().get("/2"));
        partner.acceptRequest().send("HTTP/1.1 200 OK\r\nContent-Length: 8000\r\n\r\n" + "y".repeat(8_000));
        second.assertEnded(Outcome.FAILED, Reason.NO_CAPACITY);
        assertThat(second.failure()).hasMessageContaining("max-held-bytes, 10000 bytes");
        one.send("x".repeat(1_000));
        first.assertEnded(Outcome.COMPLETED, null);
        Soon.until("nothing is held", () -> rig.broker().heldBodyBytes() == 0);
    }

    @Test
    void theBodyOfAnOwnedExchangeIsHeldUntilItIsReleased() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()));
        DefaultExchange exchange =
                rig.broker().exchange(BrokerRig.PARTNER, owned -> {}).get("/").start();
        partner.accept().answerNext("x".repeat(100));
        assertThat(exchange.response().toCompletableFuture()).succeedsWithin(Soon.PATIENCE);
        assertThat(rig.broker().heldBodyBytes()).isEqualTo(100);
        exchange.release();
        exchange.release();
        Soon.asserted(() -> assertThat(rig.broker().heldBodyBytes()).isZero());
    }

    /** An exchange that waits for a response on two connections. */
    private TwoAttempts twoAttempts() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()), parts -> parts.policy(new OneBeside(NextStep.AGAIN)));
        RecordingListener exchange = rig.get("/");
        HandConnection first = partner.acceptRequest();
        exchange.await(ExchangeState.WAITING);
        rig.pass(DELAY);
        return new TwoAttempts(exchange, first, partner.acceptRequest());
    }

    private RecordingListener join(Call call) {
        RecordingListener listener = rig.listener(call.state() == CallState.COMPLETED);
        listener.observe(rig.exchange().listener(listener).start(call));
        return listener;
    }

    /** Runs {@code task} as one of the queue, on a thread of the broker: what it signals comes behind it. */
    private static void inQueue(Call call, Runnable task) {
        call.onBrokerThread(() -> call.signal(task));
    }

    private Call call(String target) {
        return new Call(
                rig.broker().services(),
                rig.partner(),
                new DefaultOutboundRequest("GET", target, List.of(), null),
                TestOptions.patient(true),
                null,
                null);
    }

    private static Address address(HandPartner partner) {
        return Address.of(URI.create(partner.url()));
    }

    private record TwoAttempts(RecordingListener exchange, HandConnection first, HandConnection second) {}

    /** Starts one attempt beside the first after a delay; gives up after each result. */
    private record OneBeside(NextStep step) implements CallPolicy {

        @Override
        public NextStep onAttemptStarted(CallHistory history) {
            return history.started() == 1 ? step.after(DELAY.toNanos()) : NextStep.NONE;
        }

        @Override
        public NextStep onAttemptEnded(CallHistory history, AttemptResult result) {
            return NextStep.NONE;
        }
    }

    private static final class AgainAfterDelay implements CallPolicy {

        @Override
        public NextStep onAttemptEnded(CallHistory history, AttemptResult result) {
            return history.sendFailures() == 1 ? NextStep.AGAIN.after(DELAY.toNanos()) : NextStep.NONE;
        }
    }

    private static final class Elsewhere implements CallPolicy {

        @Override
        public NextStep onAttemptEnded(CallHistory history, AttemptResult result) {
            return history.started() == 1 ? NextStep.AGAIN.atAnotherEndpoint() : NextStep.NONE;
        }
    }

    /** A stage that the test opens and closes. */
    private static final class Gate implements AdmissionStage<AttemptResult> {

        final AtomicBoolean open = new AtomicBoolean(true);
        final List<AttemptResult> results = new CopyOnWriteArrayList<>();
        volatile boolean closesAfterFault;

        @Override
        public boolean admits() {
            return open.get();
        }

        @Override
        public void onEnded(AttemptResult result) {
            results.add(result);
            if (closesAfterFault && result.kind() == Kind.PARTNER_FAULT) {
                open.set(false);
            }
        }
    }
}
