package dev.medley.connection.http1;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import org.eclipse.jetty.io.ClientConnector;
import org.junit.jupiter.api.Test;

class Http1TransportTest {

    @Test
    void onAThreadThatIsNoneOfThePoolNoConnectionIsOpened() {
        Queue<Runnable> pool = new ArrayDeque<>();
        Http1Transport transport = new Http1Transport(new ClientConnector(), pool::add);
        Map<String, Object> context = new HashMap<>();
        transport.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), 1), context);
        assertThat(pool).hasSize(1);
        assertThat(context).as("what Jetty notes when it connects").isEmpty();
    }
}
