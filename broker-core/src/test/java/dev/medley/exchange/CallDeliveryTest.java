package dev.medley.exchange;

import static dev.medley.exchange.BrokerRig.at;
import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.connection.HandConnection;
import dev.medley.connection.HandPartner;
import dev.medley.exchange.internal.DefaultBroker;
import dev.medley.exchange.internal.call.DefaultExchange;
import dev.medley.exchange.internal.call.ResponseStage;
import dev.medley.thread.internal.CountedPool;
import dev.medley.thread.internal.ManualClock;
import dev.medley.thread.internal.Soon;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The end of a call reaches each exchange that waits for it, whatever comes out of the listener or the waiter of another one. */
class CallDeliveryTest {

    private static final int EXCHANGES = 4;
    private static final String SHARED = "HTTP/1.1 200 OK\r\nCache-Control: max-age=60\r\nContent-Length: 1\r\n\r\n1";

    private final CountedPool pool = CountedPool.start();
    private final HandPartner partner = HandPartner.open();
    private final DefaultBroker broker = DefaultBroker.builder()
            .pool(pool.pool())
            .clock(new ManualClock(pool.pool()))
            .partner(at(partner.url()).cache(c -> c.enabled(true)).retries(0).build())
            .build()
            .start();

    @AfterEach
    void close() {
        broker.close();
        pool.close();
        partner.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void aListenerWhoseExceptionCannotBeLoggedKeepsAResponseFromNoOther(int failing) {
        List<DefaultExchange> exchanges = new ArrayList<>();
        HandConnection connection = join(exchanges, failing, Event.ENDED);
        connection.send(SHARED);
        exchanges.forEach(each -> assertThat(each.response().toCompletableFuture())
                .succeedsWithin(Soon.PATIENCE)
                .returns("1", PartnerResponse::text));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void norAFailure(int failing) {
        List<DefaultExchange> exchanges = new ArrayList<>();
        HandConnection connection = join(exchanges, failing, Event.ENDED);
        connection.reset();
        assertFailed(exchanges, Reason.CONNECTION_FAILED);
    }

    /** Such a listener fails before the end of the call, and with it all. */
    @Test
    void norTheFailureThatItCausesItself() {
        List<DefaultExchange> exchanges = new ArrayList<>();
        HandConnection connection = join(exchanges, 0, Event.HEADERS_COMPLETED, Event.ENDED);
        connection.send(SHARED);
        assertFailed(exchanges, Reason.LISTENER);
    }

    @Test
    void norDoesAWaiterWhoseExceptionCannotBeLogged() {
        List<DefaultExchange> exchanges = new ArrayList<>();
        HandConnection connection = join(exchanges, EXCHANGES);
        ((ResponseStage) exchanges.get(0).response()).onCompletion((response, failure) -> {
            throw new UnprintableException();
        });
        connection.send(SHARED);
        exchanges.forEach(
                each -> assertThat(each.response().toCompletableFuture()).succeedsWithin(Soon.PATIENCE));
    }

    /** Begins exchanges of one call, of which the listener of one fails in {@code events}; returns its connection. */
    private HandConnection join(List<DefaultExchange> exchanges, int failing, Event... events) {
        HandConnection connection = null;
        for (int i = 0; i < EXCHANGES; i++) {
            RecordingListener listener = new RecordingListener(new EventRules(broker.partners(), true));
            for (Event each : i == failing ? Set.of(events) : Set.<Event>of()) {
                listener.on(each, exchange -> {
                    throw new UnprintableException();
                });
            }
            DefaultExchange begun =
                    broker.exchange("partner").get("/a").listener(listener).start();
            exchanges.add(begun);
            connection = connection == null ? partner.acceptRequest() : connection;
            Soon.until("it waits", () -> begun.state() == ExchangeState.WAITING && begun.isAtRest());
        }
        assertThat(connection).isNotNull();
        return connection;
    }

    private static void assertFailed(List<DefaultExchange> exchanges, Reason reason) {
        for (DefaultExchange each : exchanges) {
            assertThat(each.response().toCompletableFuture()).failsWithin(Soon.PATIENCE);
            assertThat(each.failure())
                    .isNotNull()
                    .extracting(ExchangeException::reason)
                    .isEqualTo(reason);
        }
    }

    /** To write it to a log fails, too. */
    private static final class UnprintableException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        @Override
        public String getMessage() {
            throw new IllegalStateException("by the test");
        }
    }
}
