package dev.medley.thread.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.thread.internal.turn.ClientTurns;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.ManagedSelector;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Invocable.InvocationType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What one client has sent at once takes turns with what others send. The thread of the test is the loop. */
class ClientQueueTest {

    private static final int SENT = 2_000_000;

    private final BrokerPool pool = new BrokerPool(8, false, 1);
    private final ManualClock clock = ManualClock.inline();
    private final Loop loop = new Loop(Objects.requireNonNull(pool.loops()), clock, 0);
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
        loop.turns().nextRound(0);
    }

    @AfterEach
    void close() throws IOException {
        peer.close();
        channel.close();
        selector.close();
    }

    @Test
    void aFewRequestsBeginAtOnceAndTheOthersInFurtherTurnsInTheirOrder() throws Exception {
        onLoop(() -> {
            send(10);
            assertThat(ran).containsExactly(0, 1, 2, 3);
            loop.runFurther(0);
            assertThat(ran).hasSize(10).isSorted();
            return null;
        });
    }

    @Test
    void whileAnotherClientWaitsOneBeginsAndTheOthersTakeTurnsWithTheOther() throws Exception {
        List<String> order = new ArrayList<>();
        onLoop(() -> {
            Object other = new Object();
            loop.deferFurther(other, () -> order.add("other"));
            loop.deferFurther(other, () -> order.add("other"));
            for (int i = 0; i < 4; i++) {
                queue.run(() -> order.add("mine"));
            }
            assertThat(order).containsExactly("mine");
            loop.runFurther(0);
            assertThat(order).containsExactly("mine", "other", "mine", "other", "mine", "mine");
            return null;
        });
    }

    @Test
    void whatHasBegunComesBeforeWhatBeginsSomething() throws Exception {
        List<String> order = new ArrayList<>();
        onLoop(() -> {
            loop.deferFurther(queue, () -> order.add("request"));
            loop.deferAnswer(queue, () -> order.add("answer"));
            loop.runFurther(0);
            assertThat(order).containsExactly("answer", "request");
            return null;
        });
    }

    @Test
    void whatBeginsSomethingHasAQuarterOfTheTimeOfAnswers() throws Exception {
        List<String> order = new ArrayList<>();
        onLoop(() -> {
            for (int i = 0; i < 100; i++) {
                loop.deferAnswer(queue, () -> takes(2, "answer", order));
                loop.deferFurther(queue, () -> takes(2, "request", order));
            }
            loop.turns().nextRound(1);
            loop.runFurther(0);
            assertThat(order).containsExactly("answer", "answer", "answer", "answer", "answer", "request", "request");
            return null;
        });
    }

    @Test
    void inLongRoundsAnswersHaveTheirTimeAndOneRequestBeginsEachHundredMilliseconds() throws Exception {
        List<String> order = new ArrayList<>();
        onLoop(() -> {
            for (int i = 0; i < 100; i++) {
                loop.deferAnswer(queue, () -> takes(4, "answer", order));
                loop.deferFurther(queue, () -> takes(4, "request", order));
            }
            clock.advance(Duration.ofMillis(21));
            long round = TimeUnit.MILLISECONDS.toNanos(60);
            loop.turns().nextRound(round);
            loop.runFurther(round);
            assertThat(order).hasSize(4).containsOnly("answer");
            loop.turns().nextRound(round);
            loop.runFurther(round);
            assertThat(order).hasSize(9).containsOnlyOnce("request");
            return null;
        });
    }

    @Test
    void whatAFurtherTurnDefersTakesOfItsTime() throws Exception {
        List<String> order = new ArrayList<>();
        onLoop(() -> {
            for (int i = 0; i < 100; i++) {
                loop.deferFurther(new Object(), () -> loop.defer(() -> takes(1, "request", order)));
            }
            loop.runFurther(0);
            assertThat(order).hasSize(3);
            return null;
        });
    }

    @Test
    void aRoundHasOneSliceHoweverManyWait() throws Exception {
        List<String> order = new ArrayList<>();
        onLoop(() -> {
            Object other = new Object();
            for (int i = 0; i < 2; i++) {
                loop.deferSlice(queue, () -> order.add("mine"));
                loop.deferSlice(other, () -> order.add("other"));
            }
            loop.runFurther(0);
            assertThat(order).containsExactly("mine");
            assertThat(loop.areTurnsAwaited()).isTrue();
            for (int i = 0; i < 3; i++) {
                loop.runFurther(TimeUnit.SECONDS.toNanos(1));
            }
            assertThat(order).containsExactly("mine", "other", "mine", "other");
            assertThat(loop.areTurnsAwaited()).isFalse();
            return null;
        });
    }

    @Test
    void furtherTurnsCountInTheTimeOfTheirRound() throws Exception {
        onLoop(() -> {
            loop.deferFurther(queue, () -> clock.advance(Duration.ofMillis(100)));
            AtomicInteger given = new AtomicInteger();
            for (int i = 0; i < 100; i++) {
                loop.turns().take(given::incrementAndGet);
            }
            loop.nioSelect(selector, true);
            assertThat(given).hasValue(25);
            return null;
        });
    }

    private void takes(int millis, String what, List<String> order) {
        order.add(what);
        clock.advance(Duration.ofMillis(millis));
    }

    @Test
    void aSocketThatCanBeWrittenTooTakesATurn() throws Exception {
        onLoop(() -> {
            takeAllTurns();
            Objects.requireNonNull(channel.keyFor(selector)).interestOps(SelectionKey.OP_READ | SelectionKey.OP_WRITE);
            send("head");
            select();
            assertThat(endPoint.onSelected()).isNull();
            return null;
        });
    }

    @Test
    void aSocketThatNothingReadsIsNotReportedAgainAfterItsTurn() throws Exception {
        onLoop(() -> {
            endPoint.fillInterested(Callback.from(InvocationType.NON_BLOCKING, () -> {}));
            endPoint.updateKey();
            newRound();
            send("head");
            selectAndHandle();

            while (loop.turns().take(() -> {})) {
                // Others have the turns of this round.
            }
            send("body");
            selectAndHandle();
            newRound();
            selectAndHandle();

            selector.selectedKeys().clear();
            assertThat(selector.selectNow()).isZero();
            return null;
        });
    }

    private void send(String text) throws IOException {
        peer.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    }

    private void selectAndHandle() throws IOException {
        select();
        Runnable task = endPoint.onSelected();
        if (task != null) {
            task.run();
        }
        endPoint.updateKey();
    }

    @Test
    void anAnswerNeedsATurnBehindAnotherOneAndOnABusyLoop() throws Exception {
        onLoop(() -> {
            assertThat(loop.needsAnswerTurn(queue)).isFalse();
            loop.deferAnswer(queue, () -> {});
            assertThat(loop.needsAnswerTurn(queue)).isTrue();
            loop.runFurther(0);
            assertThat(loop.needsAnswerTurn(queue)).isFalse();
            clock.advance(Duration.ofMillis(21));
            assertThat(loop.needsAnswerTurn(queue)).isTrue();
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
        assertThat(order).containsExactly("first", "further", "further");
        turns.nextRound(1);
        assertThat(order).hasSize(5);
    }

    @Test
    void inRoundsThatTakeLongFirstTurnsTakeAQuarterOfTheTimeAndAFurtherOneComesForAHundredMilliseconds() {
        ClientTurns turns = new ClientTurns();
        List<String> order = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            turns.take(() -> order.add("first"));
            turns.takeFurther(() -> order.add("further"));
        }
        turns.nextRound(4 * ClientTurns.LONG_ROUND);
        assertThat(order).hasSize(20).containsOnly("first");
        turns.nextRound(4 * ClientTurns.LONG_ROUND);
        assertThat(order).hasSize(41).containsOnlyOnce("further");
        for (int i = 0; i < 100; i++) {
            turns.took(ClientTurns.LONG_ROUND);
        }
        order.clear();
        turns.nextRound(4 * ClientTurns.LONG_ROUND);
        assertThat(order).containsExactly("first");
    }

    @Test
    void aLoopSelectsAtOnceWhileRequestsWait() throws Exception {
        List<String> order = new ArrayList<>();
        onLoop(() -> {
            loop.deferFurther(queue, () -> takes(21, "request", order));
            loop.deferFurther(queue, () -> takes(21, "request", order));
            loop.nioSelect(selector, false);
            assertThat(order).hasSize(1);
            loop.turns().nextRound(0);
            loop.runFurther(0);
            assertThat(order).hasSize(2);
            return null;
        });
    }

    @Test
    void aRequestThatFailsKeepsNoOtherFromBeginning() throws Exception {
        onLoop(() -> {
            send(4);
            queue.run(() -> {
                throw new IllegalStateException("for the test");
            });
            send(3);
            loop.runFurther(0);
            assertThat(ran).hasSize(7);
            return null;
        });
    }

    @Test
    void aClientThatWaitsForItsTurnIsNotReportedUntilItHasIt() throws Exception {
        onLoop(() -> {
            takeAllTurns();
            peer.getOutputStream().write(1);
            select();
            assertThat(endPoint.onSelected()).isNull();
            endPoint.updateKey();
            selector.selectedKeys().clear();
            assertThat(selector.selectNow()).isZero();
            giveTurns();
            select();
            return null;
        });
    }

    @Test
    void whatAClientHasSentThatResetsItsConnectionWhileItWaitsIsNotRead() throws Exception {
        onLoop(() -> {
            takeAllTurns();
            peer.getOutputStream().write(new byte[10]);
            select();
            endPoint.onSelected();
            peer.setSoLinger(true, 0);
            peer.close();
            giveTurns();
            select();
            endPoint.onSelected();
            ByteBuffer buffer = BufferUtil.allocate(1000);
            assertThat(endPoint.fill(buffer)).isEqualTo(-1);
            assertThat(buffer.hasRemaining()).isFalse();
            return null;
        });
    }

    @Test
    void whatAClientHasSentThatClosesItsSideWhileItWaitsIsRead() throws Exception {
        onLoop(() -> {
            takeAllTurns();
            peer.getOutputStream().write(new byte[10]);
            select();
            endPoint.onSelected();
            peer.shutdownOutput();
            giveTurns();
            select();
            endPoint.onSelected();
            ByteBuffer buffer = BufferUtil.allocate(1000);
            assertThat(endPoint.fill(buffer)).isEqualTo(10);
            select();
            endPoint.onSelected();
            assertThat(endPoint.fill(buffer)).isEqualTo(-1);
            assertThat(buffer.remaining()).isEqualTo(10);
            return null;
        });
    }

    private void takeAllTurns() {
        while (loop.turns().take(() -> {})) {
            // Another one.
        }
    }

    /** Gives a turn to those that wait, all of which fit into one round. */
    private void giveTurns() {
        loop.turns().nextRound(1);
    }

    private void select() throws IOException {
        selector.selectedKeys().clear();
        assertThat(selector.select(Soon.PATIENCE.toMillis())).isEqualTo(1);
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

    @Test
    void whatTakesLongToReadIsReadInFurtherTurns() throws Exception {
        peer.getOutputStream().write(new byte[10_000]);
        onLoop(() -> {
            newRound();
            select();
            endPoint.onSelected();
            loop.runTurn(
                    () -> {
                        assertThat(fill()).isEqualTo(1000);
                        clock.advance(Duration.ofMillis(2));
                        assertThat(fill()).isEqualTo(1000);
                        clock.advance(Duration.ofNanos(1));
                        assertThat(fill()).isEqualTo(1000);
                        assertThat(fill()).isZero();
                    },
                    false);
            newRound();
            while (loop.turns().takeFurther(() -> {})) {
                // Others have had the further turns of this round.
            }
            select();
            endPoint.onSelected();
            assertThat(loop.turns().areAwaited()).isTrue();
            return null;
        });
    }

    private int fill() {
        try {
            return endPoint.fill(BufferUtil.allocate(1000));
        } catch (IOException x) {
            throw new UncheckedIOException(x);
        }
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

    /** A round with all turns that there may be. */
    private void newRound() {
        loop.turns().nextRound(1);
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
