package dev.medley.exchange;

import static dev.medley.exchange.BrokerRig.at;
import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.account.internal.ClientAccount;
import dev.medley.connection.HandConnection;
import dev.medley.connection.HandPartner;
import dev.medley.context.RequestId;
import dev.medley.context.RequestIds;
import dev.medley.exchange.internal.request.RequestContext;
import dev.medley.thread.internal.ExecutionTarget;
import dev.medley.thread.internal.Loop;
import dev.medley.thread.internal.Soon;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** What a loop does for a client with several attempts takes turns with what it does for others, whether the partner has a cache or not. */
@ParameterizedClass(name = "cached: {0}")
@ValueSource(booleans = {false, true})
class AttemptTurnsTest {

    private static final String ANSWER = "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n1";
    private static final int SEVERAL = 10;
    private static final long FURTHER_TURNS = TimeUnit.MILLISECONDS.toNanos(11);

    @RegisterExtension
    final BrokerRig rig = new BrokerRig();

    private final boolean cached;

    private final List<String> order = new CopyOnWriteArrayList<>();
    private final List<RecordingListener> exchanges = new ArrayList<>();
    private Runnable another = () -> {};

    AttemptTurnsTest(boolean cached) {
        this.cached = cached;
    }

    @Test
    void theEndsOfItsAttemptsLeaveTheLoopToOthersInARoundThatIsLong() throws Exception {
        end(SEVERAL);
        assertThat(order).hasSize(SEVERAL + 1).startsWith("end").last().isEqualTo("end");
    }

    @Test
    void thoseOfASmallMashupDoNot() throws Exception {
        end(3);
        assertThat(order).endsWith("another").hasSize(4);
    }

    @Test
    void anExchangeThatIsCancelledWhileItsResponseWaitsForATurnIsCancelled() throws Exception {
        List<RecordingListener> cancelled = new CopyOnWriteArrayList<>();
        another = () -> exchanges.stream()
                .filter(each -> !each.exchange().hasResult())
                .findFirst()
                .ifPresent(waiting -> {
                    waiting.exchange().cancel();
                    cancelled.add(waiting);
                });
        end(SEVERAL);
        assertThat(cancelled).hasSize(1);
        cancelled.get(0).assertEnded(Outcome.CANCELLED, Reason.CANCELLED);
    }

    @Test
    void aDeadlineThatPassesWhileAResponseWaitsForATurnDoesNotTakeItsPlace() throws Exception {
        another = () -> rig.clock().advance(Duration.ofSeconds(61));
        end(SEVERAL);
        exchanges.forEach(each -> each.assertEnded(Outcome.COMPLETED, null));
    }

    /**
     * Has the responses to exchanges of one client arrive together. The first end makes the round long, then another event comes; the ends
     * behind it take longer than the further turns of a round.
     */
    private void end(int count) throws Exception {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()).cache(c -> c.enabled(cached)));
        ClientAccount account = rig.broker().heldBytes().newAccount();
        Loop loop = loop(partner);
        loop.execute(() -> {
            for (int i = 0; i < count; i++) {
                exchanges.add(exchange(account, loop, i));
            }
        });
        List<HandConnection> connections = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            connections.add(partner.acceptRequest());
        }
        exchanges.forEach(AttemptTurnsTest::awaitResponse);
        CountDownLatch held = new CountDownLatch(1);
        CountDownLatch arrived = new CountDownLatch(1);
        loop.execute(() -> {
            held.countDown();
            down(arrived);
        });
        held.await();
        connections.forEach(each -> each.send(ANSWER));
        arrived.countDown();
        exchanges.forEach(RecordingListener::awaitEnd);
        Soon.asserted(() -> assertThat(order).hasSize(count + 1));
    }

    private RecordingListener exchange(ClientAccount account, Loop loop, int number) {
        RequestId id = new RequestIds("X-Request-Id", true).of(field -> List.of());
        RequestContext requestContext = RequestContext.of(
                id, "X-Request-Id", "GET", "/page", ExecutionTarget.NONE, RequestContext.NO_DEADLINE, account, null);
        RecordingListener listener = rig.listener(true).on(Event.ENDED, ended -> {
            order.add("end");
            if (order.size() == 1) {
                Soon.until("a long round", loop::isRoundLong);
                loop.execute(() -> {
                    another.run();
                    order.add("another");
                });
            } else {
                long begun = System.nanoTime();
                Soon.until("the end of the further turns", () -> System.nanoTime() - begun > FURTHER_TURNS);
            }
        });
        return rig.start(rig.exchange().get("/" + number).requestContext(requestContext), listener);
    }

    /** Returns the loop that a connection to {@code partner} is at. */
    private Loop loop(HandPartner partner) {
        AtomicReference<Loop> seen = new AtomicReference<>();
        RecordingListener first = rig.start(
                rig.exchange().get("/loop"), rig.listener(true).on(Event.ENDED, ended -> seen.set(Loop.current())));
        HandConnection connection = partner.acceptRequest();
        awaitResponse(first);
        connection.send(ANSWER.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n"));
        first.awaitEnd();
        Soon.until("the loop", () -> seen.get() != null);
        return Objects.requireNonNull(seen.get());
    }

    /** Waits until the response is all that {@code listener}'s exchange waits for: a thread that still works for it would run what that brings. */
    private static void awaitResponse(RecordingListener listener) {
        listener.await(ExchangeState.WAITING);
        Soon.until("the exchange is at rest", listener.exchange()::isAtRest);
    }

    private static void down(CountDownLatch latch) {
        try {
            Soon.down(latch);
        } catch (InterruptedException x) {
            throw new IllegalStateException(x);
        }
    }
}
