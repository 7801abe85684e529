package dev.medley.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.account.internal.HeldBytes;
import dev.medley.config.ExecutionMode;
import dev.medley.config.ServerSettings;
import dev.medley.server.internal.http.Connectors;
import dev.medley.server.internal.inbound.InboundWatch;
import dev.medley.thread.internal.BrokerPool;
import org.eclipse.jetty.http2.server.HTTP2CServerConnectionFactory;
import org.eclipse.jetty.http2.server.internal.HTTP2ServerConnection;
import org.eclipse.jetty.io.ByteArrayEndPoint;
import org.eclipse.jetty.server.ServerConnector;
import org.junit.jupiter.api.Test;

class ChannelReleaseTest {

    @Test
    void aConnectionOverHttp2KeepsNoChannelsOfRequestsThatHaveEnded() {
        try (BrokerPool pool = new BrokerPool(BrokerPool.DEFAULT_THREADS, false)) {
            ServerConnector connector = Connectors.mashups(
                    Connectors.mashupServer(pool, new HeldBytes(1 << 20), ExecutionMode.ASYNC, InboundWatch.PERIOD),
                    ServerSettings.builder().build(),
                    null,
                    pool.clock());
            HTTP2CServerConnectionFactory h2c = connector.getConnectionFactory(HTTP2CServerConnectionFactory.class);
            ByteArrayEndPoint endPoint = new ByteArrayEndPoint(pool.scheduler(), 0);
            HTTP2ServerConnection connection = (HTTP2ServerConnection) h2c.newConnection(connector, endPoint);
            endPoint.setConnection(connection);
            assertThat(connection.isRecycleHttpChannels()).isTrue();

            connection.onOpen();

            assertThat(connection.isRecycleHttpChannels()).isFalse();
        }
    }
}
