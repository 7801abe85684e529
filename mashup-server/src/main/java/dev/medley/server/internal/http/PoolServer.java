package dev.medley.server.internal.http;

import dev.medley.account.internal.ClientAccount;
import dev.medley.account.internal.HeldBytes;
import dev.medley.server.internal.inbound.ClosedConnections;
import dev.medley.thread.internal.BrokerPool;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.Scope;
import java.time.Duration;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.Callback;

/** A Jetty server on the shared pool. */
public final class PoolServer extends Server {

    private final BrokerPool pool;
    private final HeldBytes held;
    private final InvocationType requests;
    private final ClosedConnections closed = new ClosedConnections();
    private final Duration watchPeriod;
    private final boolean takesTurns;

    /**
     * Creates a server.
     *
     * @param held the budget that the accounts of clients have shares of
     * @param watchPeriod between two looks at the connections of clients
     * @param requests whether the handling of requests may block; what does not runs on the loops
     * @param takesTurns whether its clients take turns where many come at once
     */
    PoolServer(BrokerPool pool, HeldBytes held, Duration watchPeriod, InvocationType requests, boolean takesTurns) {
        super(pool.threads(), pool.scheduler(), pool.buffers());
        this.pool = pool;
        this.held = held;
        this.watchPeriod = watchPeriod;
        this.requests = requests;
        this.takesTurns = takesTurns;
    }

    /** Returns whether its clients take turns where many come at once. */
    boolean takesTurns() {
        return takesTurns;
    }

    BrokerPool pool() {
        return pool;
    }

    /** Returns a new account, of one connection of a client. */
    ClientAccount newAccount() {
        return held.newAccount();
    }

    /** The budget of held bytes is scarce: ends what waits for clients that hold more than their share. Does not block. */
    void relieveSoon() {
        for (Connector connector : getConnectors()) {
            if (connector instanceof LoopConnector clients) {
                clients.relieveSoon();
            }
        }
    }

    /** Returns the time between two looks at the connections of clients. */
    Duration watchPeriod() {
        return watchPeriod;
    }

    /** Returns the counts of connections that the watch of clients has closed. */
    public ClosedConnections closed() {
        return closed;
    }

    /**
     * A request begins without a current span. An agent of OpenTelemetry takes the one of a task along to the tasks that it starts: the
     * span of a connection's first request would be there for all later ones, and count as theirs.
     */
    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        if (Context.current().equals(Context.root())) {
            return super.handle(request, response, callback);
        }
        Scope scope = Context.root().makeCurrent();
        try {
            return super.handle(request, response, callback);
        } finally {
            scope.close();
        }
    }

    /** Jetty would ask the handlers, and those of servlets count as blocking. */
    @Override
    public InvocationType getInvocationType() {
        return requests;
    }
}
