package dev.medley.stubs;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.util.component.LifeCycle;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** One client for each protocol, started when first asked for and stopped after the tests of a class. */
public final class Clients implements AfterAllCallback {

    private static final int ENOUGH = 10_000;

    private final Map<Protocol, HttpClient> clients = new EnumMap<>(Protocol.class);

    public HttpClient of(Protocol protocol) {
        return Objects.requireNonNull(clients.computeIfAbsent(protocol, Clients::start));
    }

    private static HttpClient start(Protocol protocol) {
        HttpClient client = protocol.client();
        client.setMaxConnectionsPerDestination(ENOUGH);
        client.setMaxRequestsQueuedPerDestination(ENOUGH);
        client.setMaxResponseHeadersSize(64 * 1024);
        client.setFollowRedirects(false);
        LifeCycle.start(client);
        return client;
    }

    @Override
    public void afterAll(ExtensionContext context) {
        clients.values().forEach(client -> LifeCycle.stop(client));
    }
}
