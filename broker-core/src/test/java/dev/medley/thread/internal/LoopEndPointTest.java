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
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
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
    private final Loop loop = new Loop(Objects.requireNonNull(pool.loops()), pool.clock(), 0);
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
