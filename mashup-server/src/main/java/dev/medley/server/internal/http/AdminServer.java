package dev.medley.server.internal.http;

import dev.medley.config.AdminSettings;
import dev.medley.config.ServerSettings;
import dev.medley.server.internal.admin.Administration;
import dev.medley.server.internal.tls.ServerTls;
import dev.medley.thread.internal.Clock;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/**
 * The server of administration. Its pages and actions share a connector, or those for operators have one of their own, so that
 * probes and metrics can be open to others.
 */
public final class AdminServer {

    private final ServerSettings settings;
    private final PoolServer server;
    private final ServerConnector connector;
    private final @Nullable ServerConnector operatorConnector;

    /** Creates the server of the administration; it does not start it. */
    public AdminServer(
            PoolServer server,
            ServerSettings settings,
            @Nullable ServerTls tls,
            Clock clock,
            Administration administration) {
        this.server = server;
        this.settings = settings;
        AdminSettings admin = settings.admin();
        connector = Connectors.admin(server, settings, tls, clock, admin.host(), admin.port());
        Integer operatorPort = admin.operatorPort();
        Handler handler = administration.handler(admin);
        if (operatorPort == null) {
            operatorConnector = null;
            server.setHandler(handler);
        } else {
            operatorConnector = Connectors.admin(server, settings, tls, clock, admin.operatorHost(), operatorPort);
            server.setHandler(new ByConnector(operatorConnector, administration.operatorHandler(admin), handler));
        }
    }

    /** Returns the connectors, by the keys of their ports. */
    public Map<String, ServerConnector> ports() {
        Map<String, ServerConnector> ports = new LinkedHashMap<>();
        ports.put("server.admin.port", connector);
        if (operatorConnector != null) {
            ports.put("server.admin.operator.port", operatorConnector);
        }
        return ports;
    }

    /** Begins to answer. */
    public void start() throws Exception {
        server.start();
    }

    /** Stops the server, and closes its ports. */
    public void stop() {
        Connectors.stop("administration", server);
    }

    /** Returns the port of metrics and health. */
    public int port() {
        return connector.getLocalPort();
    }

    /** Returns the URI of metrics and health, as seen from this machine. */
    public URI uri() {
        return Connectors.uri(settings.adminTls(), settings.admin().host(), port());
    }

    /** Returns the URI of actions and {@code /manifests}, as seen from this machine. */
    public URI operatorUri() {
        return operatorConnector == null
                ? uri()
                : Connectors.uri(
                        settings.adminTls(), settings.admin().operatorHost(), operatorConnector.getLocalPort());
    }

    /** Gives the requests of one connector to a handler of its own. */
    private static final class ByConnector extends Handler.Wrapper {

        private final ServerConnector own;
        private final Handler ofOwn;

        ByConnector(ServerConnector own, Handler ofOwn, Handler ofOthers) {
            super(ofOthers);
            this.own = own;
            this.ofOwn = ofOwn;
            addBean(ofOwn);
        }

        @Override
        public boolean handle(Request request, Response response, Callback callback) throws Exception {
            return own.equals(request.getConnectionMetaData().getConnector())
                    ? ofOwn.handle(request, response, callback)
                    : super.handle(request, response, callback);
        }

        @Override
        public void setServer(Server server) {
            super.setServer(server);
            ofOwn.setServer(server);
        }
    }
}
