package dev.medley.thread;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.ManagedSelector;
import org.eclipse.jetty.util.BufferUtil;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What one client has sent at once takes turns with what others send. The thread of the test is the loop. */
class ClientQueueTest {

    private static final int SENT = 2_000_000;

    private final BrokerPool pool = new BrokerPool(8, false, 1);
    private final Loop loop = new Loop(Objects.requireNonNull(pool.loops()), pool.clock(), 0);
    private final List<Integer> ran = new ArrayList<>();

    private Selector selector;
    private SocketChannel channel;
    private Socket peer;
    private LoopEndPoint endPoint;
    private ClientQueue queue;
    private int sent;

    @BeforeEach
    void connect() throws IOException {
        selector = Selector.open();
        try (ServerSocket port = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            channel = SocketChannel.open((InetSocketAddress) port.getLocalSocketAddress());
            peer = port.accept();
        }
        channel.configureBlocking(false);
        SelectionKey key = channel.register(selector, SelectionKey.OP_READ);
        endPoint = new LoopEndPoint(channel, loop, key, pool.scheduler(), new Clients());
        queue = new ClientQueue(endPoint);
    }

    @AfterEach
    void close() throws IOException {
        peer.close();
        channel.close();
        selector.close();
    }

    @Test
    void aFewRequestsBeginInATurnAndTheOthersInTheNextOnesInTheirOrder() throws Exception {
        onLoop(() -> {
            newRound();
            send(10);
            assertThat(ran).containsExactly(0, 1, 2, 3);
            loop.runDeferred();
            assertThat(ran).containsExactly(0, 1, 2, 3, 4, 5, 6, 7);
            loop.runDeferred();
            assertThat(ran).hasSize(10).isSorted();
            return null;
        });
    }

    @Test
    void whileAnotherClientWaitsOneBeginsAndTheNextTurnIsBehindThatOfTheOther() throws Exception {
        List<String> order = new ArrayList<>();
        onLoop(() -> {
            newRound();
            takeAllFurther();
            assertThat(loop.turns().takeFurther(() -> order.add("other"))).isFalse();
            for (int i = 0; i < 5; i++) {
                queue.run(() -> order.add("mine"));
            }
            assertThat(order).containsExactly("mine");
            loop.runDeferred();
            assertThat(order).containsExactly("mine");
            newRound();
            assertThat(order).containsExactly("mine", "other");
            loop.runDeferred();
            assertThat(order).containsExactly("mine", "other", "mine", "mine", "mine", "mine");
            return null;
        });
    }

    @Test
    void aClientWithoutATurnYetComesBeforeThoseThatHaveMore() {
        ClientTurns turns = new ClientTurns();
        List<String> order = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            turns.takeFurther(() -> order.add("further"));
        }
        assertThat(turns.take(() -> order.add("first"))).isFalse();
        turns.nextRound(1);
        assertThat(order).containsExactly("first", "further");
        turns.nextRound(1);
        assertThat(order).containsExactly("first", "further", "further");
    }

    @Test
    void inRoundsThatTakeLongThereIsATurnForEachTwentyMillisecondsAndAFurtherOneForAHundred() {
        ClientTurns turns = new ClientTurns();
        List<String> order = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            turns.take(() -> order.add("first"));
            turns.takeFurther(() -> order.add("further"));
        }
        turns.nextRound(4 * ClientTurns.LONG_ROUND);
        assertThat(order).hasSize(4).doesNotContain("further");
        turns.nextRound(4 * ClientTurns.LONG_ROUND);
        assertThat(order).hasSize(9).containsOnlyOnce("further");
    }

    @Test
    void aLoopSelectsAtOnceWhileRequestsWait() throws Exception {
        onLoop(() -> {
            newRound();
            takeAllFurther();
            send(5);
            loop.nioSelect(selector, false);
            loop.runDeferred();
            assertThat(ran).hasSize(5);
            return null;
        });
    }

    @Test
    void aRequestThatFailsKeepsNoOtherFromBeginning() throws Exception {
        onLoop(() -> {
            newRound();
            send(4);
            queue.run(() -> {
                throw new IllegalStateException("for the test");
            });
            send(3);
            loop.runDeferred();
            loop.runDeferred();
            assertThat(ran).hasSize(7);
            return null;
        });
    }

    @Test
    void onAnotherThreadRequestsBeginAtOnce() throws Exception {
        send(100);
        assertThat(ran).hasSize(100);
    }

    @Test
    void aClientThatSendsWithoutPauseIsReadInTurns() throws Exception {
        onLoop(this::readInTurns);
    }

    @Test
    void itIsReadInTurnsByAnotherThreadToo() throws Exception {
        readInTurns();
    }

    private @Nullable Void readInTurns() throws Exception {
        Thread sender = new Thread(() -> {
            try {
                peer.getOutputStream().write(new byte[SENT]);
            } catch (IOException x) {
                throw new IllegalStateException(x);
            }
        });
        sender.start();
        int read = 0;
        while (read < SENT) {
            newRound();
            selector.selectedKeys().clear();
            assertThat(selector.select(Soon.PATIENCE.toMillis())).isEqualTo(1);
            endPoint.onSelected();
            int inTurn = readAll();
            assertThat(inTurn).isLessThan(LoopEndPoint.BYTES_OF_A_TURN + 1000);
            read += inTurn;
        }
        sender.join();
        return null;
    }

    private int readAll() throws IOException {
        ByteBuffer buffer = BufferUtil.allocate(1000);
        int read = 0;
        for (int filled = endPoint.fill(buffer); filled > 0; filled = endPoint.fill(buffer)) {
            read += filled;
            BufferUtil.clear(buffer);
        }
        return read;
    }

    private void send(int requests) {
        for (int i = 0; i < requests; i++) {
            int number = sent++;
            queue.run(() -> ran.add(number));
        }
    }

    /** A round with all turns that there may be, after others that were short. */
    private void newRound() {
        for (int i = 0; i < ClientTurns.MOST; i++) {
            loop.turns().nextRound(1);
        }
    }

    /** Takes all further turns of the round. */
    private void takeAllFurther() {
        for (int i = 0; i < ClientTurns.MOST / 4; i++) {
            assertThat(loop.turns().takeFurther(() -> {})).isTrue();
        }
    }

    private void onLoop(Callable<@Nullable Void> test) throws Exception {
        FutureTask<@Nullable Void> task = new FutureTask<>(test);
        BrokerThread[] thread = new BrokerThread[1];
        thread[0] = new BrokerThread(() -> loop.run(thread[0], task), "loop", new ThreadMeter(pool.clock()));
        thread[0].start();
        task.get();
    }

    /** Opens nothing. */
    private static final class Clients implements ChannelOwner {

        @Override
        public boolean takesTurns() {
            return true;
        }

        @Override
        public EndPoint newEndPoint(SelectableChannel channel, ManagedSelector loop, SelectionKey key) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Connection newConnection(SelectableChannel channel, EndPoint endPoint, Object context) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void connectionOpened(Connection connection, Object context) {}

        @Override
        public void accepted(SelectableChannel channel) {}

        @Override
        public void connectionFailed(SelectableChannel channel, Throwable failure, Object context) {}

        @Override
        public void endPointOpened(EndPoint endPoint) {}

        @Override
        public void endPointClosed(EndPoint endPoint) {}

        @Override
        public boolean isRunning() {
            return true;
        }

        @Override
        public boolean opensSlowly(Object context) {
            return false;
        }
    }
}
