package dev.medley.exchange;

import static dev.medley.exchange.BrokerRig.at;
import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.connection.HandConnection;
import dev.medley.connection.HandPartner;
import dev.medley.connection.internal.DefaultOutboundRequest;
import dev.medley.exchange.internal.call.Call;
import dev.medley.exchange.internal.request.ExchangeOptions;
import dev.medley.partner.internal.policy.AttemptResult;
import dev.medley.partner.internal.policy.CallHistory;
import dev.medley.partner.internal.policy.CallPolicy;
import dev.medley.partner.internal.policy.NextStep;
import dev.medley.thread.internal.Soon;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Events that meet within one call. */
@ParameterizedClass
@EnumSource(BrokerRig.Way.class)
class CallRaceTest {

    private static final Duration DELAY = Duration.ofMillis(100);

    @RegisterExtension
    final BrokerRig rig;

    CallRaceTest(BrokerRig.Way way) {
        rig = new BrokerRig(way);
    }

    @Test
    void aListenerMayFailWhileTheEventsOfTheWinnerAreReported() {
        rig.assumeHttp11("over HTTP/2 the stream of the winner is answered to its end");
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()), parts -> parts.policy(new OneBeside()));
        RecordingListener listener = rig.listener();
        listener.on(Event.CONNECTION_ESTABLISHED, exchange -> failAtTheSecond(listener));
        RecordingListener exchange = rig.start(rig.exchange().get("/"), listener);
        HandConnection first = partner.acceptRequest();
        exchange.await(ExchangeState.WAITING);
        rig.pass(DELAY);
        HandConnection second = partner.acceptRequest();
        // Not the whole response: a connection whose response is complete may be used again.
        second.send("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nsec");
        exchange.assertEnded(Outcome.FAILED, Reason.LISTENER);
        first.awaitClosed();
        second.awaitClosed();
    }

    @Test
    void anExchangeThatWasStartedBeforeTheLastOneOfItsCallIsCancelledIsAnswered() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()));
        Call call = call(Duration.ofMinutes(1));
        RecordingListener second = rig.listener();
        RecordingListener first = rig.listener().on(Event.CONNECTION_ESTABLISHED, cancelled -> {
            // Neither has its task run when the attempt asks whether an exchange waits.
            second.observe(rig.exchange().listener(second).start(call));
            cancelled.cancel();
        });
        first.observe(rig.exchange().listener(first).start(call));
        first.assertEnded(Outcome.CANCELLED, Reason.CANCELLED);
        partner.accept().answerNext("{}");
        second.assertEnded(Outcome.COMPLETED, null);
    }

    @Test
    void anExchangeThatIsStartedOnceTheAttemptHasStoppedDoesNotWaitInVain() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()));
        Call call = call(Duration.ofMinutes(1));
        RecordingListener second = rig.listener();
        RecordingListener first = rig.listener().on(Event.CONNECTION_ESTABLISHED, cancelled -> {
            // By another thread: its task is behind the next one, or before it.
            CompletableFuture.runAsync(cancelled::cancel, task -> new Thread(task).start())
                    .join();
            assertThat(call.isWanted()).isFalse();
            second.observe(rig.exchange().listener(second).start(call));
        });
        first.observe(rig.exchange().listener(first).start(call));
        first.assertEnded(Outcome.CANCELLED, Reason.CANCELLED);
        second.assertEnded(Outcome.CANCELLED, Reason.CANCELLED);
    }

    @Test
    void anExchangeThatJoinsLaterHasTheDeadlinesOfTheAttempt() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()).retries(0));
        Call call = call(Duration.ofSeconds(60));
        RecordingListener first = rig.listener();
        first.observe(rig.exchange().listener(first).start(call));
        partner.acceptRequest();
        first.await(ExchangeState.WAITING);
        rig.pass(Duration.ofSeconds(50));
        RecordingListener second = rig.listener();
        second.observe(rig.exchange().listener(second).start(call));
        second.await(ExchangeState.WAITING);
        rig.pass(Duration.ofSeconds(15));
        first.awaitEnd();
        second.assertEnded(Outcome.EXPIRED, Reason.ATTEMPT_TIMEOUT);
    }

    private static void failAtTheSecond(RecordingListener listener) {
        if (listener.events().stream()
                        .filter(Event.CONNECTION_ESTABLISHED::equals)
                        .count()
                == 2) {
            throw new IllegalArgumentException("test");
        }
    }

    private Call call(Duration attempt) {
        ExchangeOptions options = TestOptions.of(attempt, Soon.PATIENCE, false);
        return new Call(
                rig.broker().services(),
                rig.partner(),
                new DefaultOutboundRequest("GET", "/", List.of(), null),
                options,
                null,
                null);
    }

    /** Starts one attempt beside the first after a delay; gives up after each result. */
    private static final class OneBeside implements CallPolicy {

        @Override
        public NextStep onAttemptStarted(CallHistory history) {
            return history.started() == 1 ? NextStep.AGAIN.after(DELAY.toNanos()) : NextStep.NONE;
        }

        @Override
        public NextStep onAttemptEnded(CallHistory history, AttemptResult result) {
            return NextStep.NONE;
        }
    }
}
