package dev.medley.thread.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.channels.ServerSocketChannel;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class LoopsAcceptTest {

    private final BrokerPool pool = new BrokerPool(8, false, 1);
    private final Loops loops = Objects.requireNonNull(pool.loops());

    @Test
    void aClientThatIsAcceptedWhenItsPortIsNoLongerListenedOnIsDisconnected() throws IOException {
        try (ServerSocketChannel port = ServerSocketChannel.open()) {
            port.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            try (Socket client =
                    new Socket(InetAddress.getLoopbackAddress(), port.socket().getLocalPort())) {
                client.setSoTimeout((int) Soon.PATIENCE.toMillis());

                loops.doAccept(port);

                assertThat(client.getInputStream().read()).isEqualTo(-1);
            }
        }
    }
}
