package dev.medley.server;

import dev.medley.thread.MeteredSelector;
import java.util.concurrent.Executor;
import org.eclipse.jetty.io.ManagedSelector;
import org.eclipse.jetty.io.SelectorManager;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.Scheduler;

/** A connector with one selector, which counts as utilized only while it has events. */
final class MeteredConnector extends ServerConnector {

    /** The selector accepts connections: a thread only for that would be one of few. */
    private static final int NO_ACCEPTORS = 0;

    private static final int SELECTORS = 1;

    MeteredConnector(Server server, ConnectionFactory... factories) {
        super(server, NO_ACCEPTORS, SELECTORS, factories);
    }

    @Override
    protected SelectorManager newSelectorManager(Executor executor, Scheduler scheduler, int selectors) {
        return new ServerConnectorManager(executor, scheduler, selectors) {
            @Override
            protected ManagedSelector newSelector(int id) {
                return new MeteredSelector(this, id);
            }
        };
    }
}
