package dev.medley.loadtest.clients;

import dev.medley.connection.ProtocolChoice;
import dev.medley.exchange.internal.DefaultBroker;
import dev.medley.exchange.internal.DefaultBrokerBuilder;
import dev.medley.partner.PartnerSettings;
import dev.medley.thread.internal.BrokerPool;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.LoggerFactory;

/** Medley's broker alone, without a server. */
public final class MedleyClient implements OutboundClient {

    private final BrokerPool pool;
    private final DefaultBroker broker;
    private final List<String> names = new ArrayList<>();

    MedleyClient(ClientOptions options) {
        // Nothing blocks, and there is no server to share them with.
        pool = new BrokerPool(BrokerPool.MINIMUM_THREADS, false);
        DefaultBrokerBuilder builder = DefaultBroker.builder().pool(pool);
        for (int i = 0; i < options.partners().size(); i++) {
            String name = "partner-" + i;
            names.add(name);
            builder.partner(PartnerSettings.of(name, options.partners().get(i).toString())
                    .protocol(options.h2c() ? ProtocolChoice.H2C : ProtocolChoice.HTTP_1_1)
                    .maxConnections(options.maxRequestsPerPartner())
                    .http2(http2 -> http2.connections(options.maxHttp2ConnectionsPerPartner())
                            .maxStreams(ClientOptions.MAX_STREAMS))
                    .limits(limits -> limits.maxQueued(options.maxRequestsPerPartner()))
                    .timeout(ClientOptions.TIMEOUT)
                    .connectTimeout(ClientOptions.TIMEOUT)
                    .build());
        }
        broker = builder.build();
        pool.start();
        broker.start();
    }

    /** The program. */
    public static void main(String[] args) throws Exception {
        // The log starts threads of its own, which are not the client's: before these are counted.
        LoggerFactory.getLogger(MedleyClient.class).debug("The program starts");
        ClientProgram.run(MedleyClient::new, args);
    }

    @Override
    public void send(Burst burst) {
        for (int i = 0; i < burst.size(); i++) {
            int index = i;
            broker.exchange(names.get(burst.partner(i)))
                    .get(burst.target())
                    .start()
                    .response()
                    .whenComplete((response, failure) -> {
                        if (failure == null) {
                            burst.responded(index, response.status(), response.body().length);
                        } else {
                            burst.failed(index, failure);
                        }
                    });
        }
    }

    @Override
    public void close() {
        broker.close();
        pool.close();
    }
}
