package peers.jetty;

import jakarta.servlet.http.HttpServlet;
import java.util.List;
import java.util.concurrent.Executor;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.transport.HttpClientTransportOverHTTP;
import org.eclipse.jetty.ee11.servlet.ServletContextHandler;
import org.eclipse.jetty.ee11.servlet.ServletHolder;
import org.eclipse.jetty.http.HttpCookieStore;
import org.eclipse.jetty.io.ClientConnector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.util.thread.ThreadPool;
import org.eclipse.jetty.util.thread.VirtualThreadPool;

/** The mashup by a servlet of plain Jetty and Jetty's HttpClient, which share one pool of threads. */
public final class JettyPeer {

    private static final int THREADS = 16;
    private static final int MAX_TASKS = 20_000;
    private static final int MAX_CONNECTIONS = 20_000;
    private static final int BACKLOG = 4096;
    private static final long IDLE_MILLIS = 300_000;

    private JettyPeer() {}

    /** Arguments: {@code async} or {@code virtual}, the port, or 0 for a free one, and the base URL of each partner. */
    public static void main(String[] arguments) throws Exception {
        boolean virtual = switch (arguments[0]) {
            case "async" -> false;
            case "virtual" -> true;
            default -> throw new IllegalArgumentException("mode is " + arguments[0] + "; expected async or virtual");
        };
        ThreadPool threads = virtual ? virtualThreads() : new QueuedThreadPool(THREADS);
        Server server = new Server(threads);
        HttpClient client = client(threads);
        // Started before the servlet and stopped behind it.
        server.addBean(client);
        Partners partners = new Partners(client, List.of(arguments).subList(2, arguments.length));
        ServerConnector connector = connector(server, Integer.parseInt(arguments[1]));
        server.addConnector(connector);
        server.setHandler(context(virtual ? new VirtualFanout(partners) : new AsyncFanout(partners)));
        server.start();
        System.out.printf("listening at http://127.0.0.1:%d/%n", connector.getLocalPort());
    }

    private static VirtualThreadPool virtualThreads() {
        VirtualThreadPool threads = new VirtualThreadPool();
        threads.setMaxConcurrentTasks(MAX_TASKS);
        return threads;
    }

    private static HttpClient client(Executor threads) {
        ClientConnector connector = new ClientConnector();
        connector.setSelectors(1);
        HttpClient client = new HttpClient(new HttpClientTransportOverHTTP(connector));
        client.setExecutor(threads);
        client.setMaxConnectionsPerDestination(MAX_CONNECTIONS);
        client.setMaxRequestsQueuedPerDestination(MAX_CONNECTIONS);
        client.setIdleTimeout(IDLE_MILLIS);
        client.setUserAgentField(null);
        client.setHttpCookieStore(new HttpCookieStore.Empty());
        client.setFollowRedirects(false);
        return client;
    }

    private static ServerConnector connector(Server server, int port) {
        HttpConfiguration configuration = new HttpConfiguration();
        configuration.setSendServerVersion(false);
        ServerConnector connector = new ServerConnector(server, 1, 1, new HttpConnectionFactory(configuration));
        connector.setHost("127.0.0.1");
        connector.setPort(port);
        connector.setAcceptQueueSize(BACKLOG);
        connector.setIdleTimeout(IDLE_MILLIS);
        return connector;
    }

    private static ServletContextHandler context(HttpServlet servlet) {
        ServletHolder holder = new ServletHolder(servlet);
        holder.setAsyncSupported(true);
        ServletContextHandler context = new ServletContextHandler("/");
        context.addServlet(holder, "/fanout");
        return context;
    }
}
