package dev.medley.loadtest.driver.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.loadtest.driver.FakeConnection;
import java.net.ConnectException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.eclipse.jetty.client.Connection;
import org.eclipse.jetty.util.Promise;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ConnectionsTest {

    private final Deque<Promise<Connection>> opening = new ArrayDeque<>();

    @Test
    void opensAConnectionOfItsOwnForEachRequestOfHttp1() {
        Connections connections = exclusive(10);
        Caller first = send(connections);
        Caller second = send(connections);
        assertThat(opening).hasSize(2);

        Connection opened = openNext(1);
        openNext(1);

        assertThat(first.line().connection).isSameAs(opened);
        assertThat(second.line()).isNotSameAs(first.line());
        assertThat(connections.open()).isEqualTo(2);
    }

    @Test
    void takesTheConnectionThatBecameFreeLast() {
        Connections connections = exclusive(10);
        Caller first = send(connections);
        Caller second = send(connections);
        openNext(1);
        openNext(1);

        connections.release(second.line());
        connections.release(first.line());

        assertThat(send(connections).line()).isSameAs(first.line());
        assertThat(send(connections).line()).isSameAs(second.line());
        assertThat(opening).isEmpty();
    }

    @Test
    void leavesAFreeConnectionToTheNextCallerAsWaitingOnesHaveTheirsComing() {
        Connections connections = exclusive(10);
        Caller first = send(connections);
        openNext(1);
        Caller waiting = send(connections);

        connections.release(first.line());
        Caller third = send(connections);
        openNext(1);

        assertThat(third.line()).isSameAs(first.line());
        assertThat(waiting.line()).isNotSameAs(first.line());
        assertThat(opening).isEmpty();
    }

    @Test
    void refusesWhatIsBeyondTheLimit() {
        Connections connections = exclusive(1);
        send(connections);

        Caller refused = send(connections);

        assertThat(refused.failure).isInstanceOf(Connections.LimitException.class);
        assertThat(opening).hasSize(1);
    }

    @Test
    void opensAnotherConnectionForOneThatIsGone() {
        Connections connections = exclusive(1);
        Caller first = send(connections);
        openNext(1);
        connections.lost(first.line());
        connections.lost(first.line());
        connections.release(first.line());
        assertThat(connections.open()).isZero();

        Caller second = send(connections);
        openNext(1);

        assertThat(second.line()).isNotSameAs(first.line());
    }

    @Test
    void failsOnlyTheRequestWhoseConnectionFails() {
        Connections connections = exclusive(10);
        Caller first = send(connections);
        Caller second = send(connections);

        opening.remove().failed(new ConnectException());
        openNext(1);

        assertThat(first.failure).isInstanceOf(ConnectException.class);
        assertThat(second.failure).isNull();
        assertThat(second.line()).isNotNull();
    }

    @Test
    void sharesConnectionsInTurnOnceThereAreEnough() {
        Connections connections = shared(100, 10, 2);
        Caller first = send(connections);
        Caller second = send(connections);
        Caller third = send(connections);
        assertThat(opening).hasSize(2);
        openNext(-1);
        openNext(-1);

        // All who waited went on the one that was there first; from now on both take turns.
        Connections.PooledConnection one = first.line();
        assertThat(List.of(second.line(), third.line())).containsOnly(one);
        List<Connections.PooledConnection> next =
                List.of(send(connections).line(), send(connections).line());
        assertThat(next).contains(one).doesNotHaveDuplicates();
        assertThat(opening).isEmpty();
    }

    @Test
    void opensAnotherSharedConnectionWhenAllAreFull() {
        Connections connections = shared(100, 2, 1);
        send(connections);
        openNext(2);
        send(connections);
        Caller third = send(connections);
        assertThat(opening).hasSize(1);
        assertThat(third.line).isNull();

        openNext(2);
        send(connections);

        assertThat(third.line()).isNotNull();
        assertThat(send(connections).failure).isInstanceOf(Connections.LimitException.class);
    }

    @Test
    void putsNoMoreStreamsOnASharedConnectionThanAllowed() {
        Connections connections = shared(2, 10, 1);
        List<Caller> callers = List.of(send(connections), send(connections), send(connections));
        assertThat(opening).hasSize(2);

        openNext(-1);
        openNext(-1);

        assertThat(callers.get(1).line()).isSameAs(callers.get(0).line());
        assertThat(callers.get(2).line()).isNotSameAs(callers.get(0).line());
    }

    @Test
    void opensMoreWhenTheTargetAllowsLessThanExpected() {
        Connections connections = shared(100, 10, 1);
        List<Caller> callers = List.of(send(connections), send(connections), send(connections));
        assertThat(opening).hasSize(1);

        openNext(1);
        openNext(1);
        openNext(1);

        assertThat(callers).extracting(Caller::line).doesNotHaveDuplicates();
        assertThat(opening).isEmpty();
    }

    @Test
    void servesRequestsThatWaitForRoomFirst() {
        Connections connections = shared(100, 2, 1);
        Caller first = send(connections);
        openNext(1);
        Caller waiting = send(connections);

        connections.release(first.line());

        assertThat(waiting.line()).isSameAs(first.line());
    }

    @Test
    void failsAllRequestsThatWaitForASharedConnectionWhenThereIsNone() {
        Connections connections = shared(100, 10, 2);
        List<Caller> callers = List.of(send(connections), send(connections), send(connections));

        opening.remove().failed(new ConnectException());
        assertThat(callers).allMatch(caller -> caller.failure == null);
        opening.remove().failed(new ConnectException());

        assertThat(callers).allMatch(caller -> caller.failure instanceof ConnectException);
    }

    @Test
    void opensASharedConnectionAgainForWaitingRequestsWhenTheLastOneIsLost() {
        Connections connections = shared(100, 1, 1);
        Caller first = send(connections);
        openNext(1);
        assertThat(send(connections).failure).isInstanceOf(Connections.LimitException.class);

        connections.lost(first.line());
        Caller next = send(connections);
        openNext(1);

        assertThat(next.line()).isNotSameAs(first.line());
    }

    private Connections exclusive(int most) {
        return new Connections(new Connections.Limits(1, most, 1, false), opening::add, Runnable::run);
    }

    private Connections shared(int streams, int most, int atLeast) {
        return new Connections(new Connections.Limits(streams, most, atLeast, false), opening::add, Runnable::run);
    }

    private static Caller send(Connections connections) {
        Caller caller = new Caller();
        connections.send(caller);
        return caller;
    }

    private Connection openNext(int streams) {
        FakeConnection connection = new FakeConnection(streams);
        opening.remove().succeeded(connection);
        return connection;
    }

    private static final class Caller implements Connections.Caller {

        private final List<Connections.PooledConnection> lines = new ArrayList<>();
        private Connections.@Nullable PooledConnection line;
        private @Nullable Throwable failure;

        @Override
        public void sendOn(Connections.PooledConnection on) {
            line = on;
            lines.add(on);
        }

        @Override
        public void notSent(Throwable why) {
            failure = why;
        }

        Connections.PooledConnection line() {
            assertThat(lines).hasSize(1);
            return lines.get(0);
        }
    }
}
