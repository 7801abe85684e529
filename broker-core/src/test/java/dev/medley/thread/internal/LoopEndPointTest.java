package dev.medley.thread.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.core.ThrowingRunnable;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Invocable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The test selects the socket, and calls what the loop would call. */
class LoopEndPointTest {

    private static final int BUFFER = 4096;

    private final BrokerPool pool = new BrokerPool(8, false, 1);
    private final ManualClock clock = new ManualClock(pool);
    private final Loop loop = new Loop(Objects.requireNonNull(pool.loops()), clock, 0);
    private final AtomicInteger called = new AtomicInteger();
    private final Callback callback =
            Callback.from(Invocable.InvocationType.NON_BLOCKING, called::incrementAndGet, failure -> {});

    private Selector selector;
    private SocketChannel channel;
    private Socket peer;
    private SelectionKey key;
    private LoopEndPoint endPoint;

    @BeforeEach
    void connect() throws IOException {
        selector = Selector.open();
        try (ServerSocket port = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            channel = SocketChannel.open((InetSocketAddress) port.getLocalSocketAddress());
            peer = port.accept();
        }
        channel.configureBlocking(false);
        key = channel.register(selector, 0);
        endPoint = new LoopEndPoint(channel, loop, key, pool.scheduler(), null);
    }

    @AfterEach
    void close() throws IOException {
        peer.close();
        channel.close();
        selector.close();
    }

    @Test
    void anEventThatNothingWaitsForIsNoTaskAndEndsTheInterest() throws IOException {
        oneEventIsHandledAndItsInterestKept();

        assertThat(selected()).isNull();

        endPoint.updateKey();
        assertThat(key.interestOps()).isZero();
        assertThat(called).hasValue(1);
    }

    @Test
    void aWaitAfterAnEventThatNothingWaitedForIsReportedWhatCameMeanwhile() throws IOException {
        oneEventIsHandledAndItsInterestKept();
        assertThat(selected()).isNull();
        endPoint.updateKey();

        endPoint.fillInterested(callback);
        endPoint.updateKey();

        Objects.requireNonNull(selected()).run();
        assertThat(called).hasValue(2);
    }

    @Test
    void aWaitThatBeginsWhileTheLoopLooksAtAnEventIsReportedIt() throws IOException {
        oneEventIsHandledAndItsInterestKept();
        assertThat(selected()).isNull();

        // By another thread, before the loop has updated the keys that it has selected.
        endPoint.fillInterested(callback);
        endPoint.updateKey();

        Objects.requireNonNull(selected()).run();
        assertThat(called).hasValue(2);
    }

    @Test
    void aPartnerThatSendsWithoutPauseIsReadInTurns() throws IOException {
        peer.getOutputStream().write(new byte[2 * LoopEndPoint.BYTES_OF_A_TURN]);
        selectedForReading();
        int first = readAll();
        selectedForReading();
        int second = readAll();

        assertThat(first).isBetween(LoopEndPoint.BYTES_OF_A_TURN, LoopEndPoint.BYTES_OF_A_TURN + BUFFER);
        assertThat(second).isPositive();
    }

    @Test
    void aSocketThatTheLoopHasJustSelectedInVainIsNotAskedAgain() throws Exception {
        peer.getOutputStream().write(1);
        selectedForReading();
        readAll();
        selector.selectedKeys().clear();

        onLoop(() -> {
            loop.nioSelect(selector, true);
            peer.getOutputStream().write(1);
            endPoint.lookAgainUnlessSelected();
            assertThat(readAll()).as("just after the selection").isZero();

            clock.advance(Duration.ofMillis(1));
            endPoint.lookAgainUnlessSelected();
            assertThat(readAll()).as("a millisecond later").isOne();
        });
    }

    @Test
    void oneThatWasSelectedOrThatAnotherThreadAsksAboutIs() throws Exception {
        peer.getOutputStream().write(1);
        selectedForReading();
        readAll();
        selector.selectedKeys().clear();

        onLoop(() -> {
            peer.getOutputStream().write(1);
            loop.nioSelect(selector, false);
            endPoint.lookAgainUnlessSelected();
            assertThat(readAll()).as("selected").isOne();
            selector.selectedKeys().clear();
            loop.nioSelect(selector, true);
        });
        peer.getOutputStream().write(1);
        endPoint.lookAgainUnlessSelected();
        assertThat(readAll()).as("by another thread").isOne();
    }

    private void onLoop(ThrowingRunnable task) throws Exception {
        CompletableFuture<Void> done = new CompletableFuture<>();
        BrokerThread[] thread = new BrokerThread[1];
        Runnable selecting = () -> {
            try {
                task.run();
                done.complete(null);
            } catch (Throwable x) {
                done.completeExceptionally(x);
            }
        };
        thread[0] = new BrokerThread(() -> loop.run(thread[0], selecting), "loop", new ThreadMeter(clock));
        thread[0].start();
        done.get(Soon.PATIENCE.toSeconds(), TimeUnit.SECONDS);
        thread[0].join();
    }

    private void selectedForReading() throws IOException {
        endPoint.fillInterested(callback);
        endPoint.updateKey();
        Objects.requireNonNull(selected()).run();
    }

    /** Reads into buffers that are full each time, until there seems to be nothing more. */
    private int readAll() throws IOException {
        int all = 0;
        int read = 0;
        do {
            ByteBuffer buffer = BufferUtil.allocate(BUFFER);
            read = endPoint.fill(buffer);
            all += read;
        } while (read > 0);
        return all;
    }

    /** Nothing is read, so the socket is reported as long as there is an interest. */
    private void oneEventIsHandledAndItsInterestKept() throws IOException {
        endPoint.fillInterested(callback);
        endPoint.updateKey();
        peer.getOutputStream().write(1);
        Objects.requireNonNull(selected()).run();
        endPoint.updateKey();
        assertThat(called).hasValue(1);
        assertThat(key.interestOps()).isEqualTo(SelectionKey.OP_READ);
    }

    private @Nullable Runnable selected() throws IOException {
        selector.selectedKeys().clear();
        assertThat(selector.select(Soon.PATIENCE.toMillis())).isEqualTo(1);
        return endPoint.onSelected();
    }
}
