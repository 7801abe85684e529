package dev.medley.servlet;

import dev.medley.servlet.internal.MashupRouter;
import dev.medley.servlet.internal.MashupRuntime;
import dev.medley.stubs.tls.IssuedCertificate;
import dev.medley.thread.internal.BrokerPool;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.EnumSet;
import java.util.List;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.Wrapper;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;
import org.apache.coyote.http2.Http2Protocol;
import org.apache.tomcat.util.descriptor.web.FilterDef;
import org.apache.tomcat.util.descriptor.web.FilterMap;
import org.eclipse.jetty.ee11.servlet.FilterHolder;
import org.eclipse.jetty.ee11.servlet.ServletContextHandler;
import org.eclipse.jetty.ee11.servlet.ServletHolder;
import org.eclipse.jetty.http2.server.HTTP2CServerConnectionFactory;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.IO;
import org.eclipse.jetty.util.component.LifeCycle;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.jspecify.annotations.Nullable;

/** A servlet container with one servlet, for all paths unless it is annotated or a router, behind filters for requests and asynchronous dispatches. */
interface WebContainer extends AutoCloseable {

    void start() throws Exception;

    int port();

    /** Stops the application; the container runs on. */
    void undeploy() throws Exception;

    @Override
    void close();

    private static String[] paths(HttpServlet servlet) {
        if (servlet instanceof MashupRouter router) {
            return router.mappings().toArray(String[]::new);
        }
        WebServlet annotation = servlet.getClass().getAnnotation(WebServlet.class);
        return annotation == null ? new String[] {"/*"} : annotation.value();
    }

    /** The containers that Medley is tested in. */
    enum Kind {
        JETTY,
        TOMCAT;

        WebContainer with(
                BrokerPool pool,
                MashupRuntime runtime,
                HttpServlet servlet,
                boolean asyncSupported,
                List<Filter> filters,
                @Nullable IssuedCertificate tls)
                throws IOException {
            return switch (this) {
                case JETTY -> new Jetty(pool, runtime, servlet, asyncSupported, filters, tls);
                case TOMCAT -> new OfTomcat(runtime, servlet, asyncSupported, filters);
            };
        }
    }

    /** Jetty, on the pool of the broker. */
    final class Jetty implements WebContainer {

        private final Server server;
        private final ServerConnector connector;
        private final ServletContextHandler context = new ServletContextHandler("/");

        Jetty(
                BrokerPool pool,
                MashupRuntime runtime,
                HttpServlet servlet,
                boolean asyncSupported,
                List<Filter> filters,
                @Nullable IssuedCertificate tls) {
            server = new Server(pool.threads(), pool.scheduler(), pool.buffers());
            HttpConfiguration http = new HttpConfiguration();
            // The pool is the server's: a connector that is given it too would stop it.
            HttpConnectionFactory http1 = new HttpConnectionFactory(http);
            HTTP2CServerConnectionFactory http2 = new HTTP2CServerConnectionFactory(http);
            // Without ALPN: over TLS, too, a client of HTTP/2 is known by its preface.
            connector = tls == null
                    ? new ServerConnector(server, 0, 1, http1, http2)
                    : new ServerConnector(server, 0, 1, secure(tls, http1), http1, http2);
            connector.setHost("127.0.0.1");
            // Hundreds may connect at once.
            connector.setAcceptQueueSize(1024);
            server.addConnector(connector);
            runtime.install(context.getServletContext());
            ServletHolder holder = new ServletHolder("tested", servlet);
            holder.setAsyncSupported(asyncSupported);
            for (String path : WebContainer.paths(servlet)) {
                context.addServlet(holder, path);
            }
            for (Filter filter : filters) {
                FilterHolder filterHolder = new FilterHolder(filter);
                filterHolder.setAsyncSupported(true);
                context.addFilter(filterHolder, "/*", EnumSet.of(DispatcherType.REQUEST, DispatcherType.ASYNC));
            }
            server.setHandler(context);
        }

        private static SslConnectionFactory secure(IssuedCertificate certificate, HttpConnectionFactory next) {
            SslContextFactory.Server tls = new SslContextFactory.Server();
            tls.setKeyStorePath(certificate.keyStore().toString());
            tls.setKeyStorePassword(certificate.password());
            return new SslConnectionFactory(tls, next.getProtocol());
        }

        @Override
        public void start() throws Exception {
            server.start();
        }

        @Override
        public int port() {
            return connector.getLocalPort();
        }

        @Override
        public void undeploy() throws Exception {
            context.stop();
        }

        @Override
        public void close() {
            LifeCycle.stop(server);
        }
    }

    /** Tomcat, on threads of its own. */
    final class OfTomcat implements WebContainer {

        private final Tomcat tomcat = new Tomcat();
        private final File scratch = Files.createTempDirectory("tomcat").toFile();
        private final Context context;

        OfTomcat(MashupRuntime runtime, HttpServlet servlet, boolean asyncSupported, List<Filter> filters)
                throws IOException {
            tomcat.setBaseDir(scratch.getPath());
            Connector connector = new Connector("org.apache.coyote.http11.Http11NioProtocol");
            connector.setPort(0);
            connector.setProperty("address", "127.0.0.1");
            connector.addUpgradeProtocol(new Http2Protocol());
            tomcat.setConnector(connector);
            context = tomcat.addContext("", scratch.getPath());
            context.addServletContainerInitializer((classes, started) -> runtime.install(started), null);
            Wrapper wrapper = Tomcat.addServlet(context, "tested", servlet);
            wrapper.setAsyncSupported(asyncSupported);
            for (String path : WebContainer.paths(servlet)) {
                wrapper.addMapping(path);
            }
            for (Filter filter : filters) {
                FilterDef definition = new FilterDef();
                definition.setFilterName("filter" + filters.indexOf(filter));
                definition.setFilter(filter);
                definition.setAsyncSupported("true");
                context.addFilterDef(definition);
                FilterMap map = new FilterMap();
                map.setFilterName(definition.getFilterName());
                map.addURLPattern("/*");
                map.setDispatcher(DispatcherType.REQUEST.name());
                map.setDispatcher(DispatcherType.ASYNC.name());
                context.addFilterMap(map);
            }
        }

        @Override
        public void start() throws LifecycleException {
            tomcat.start();
        }

        @Override
        public int port() {
            return tomcat.getConnector().getLocalPort();
        }

        @Override
        public void undeploy() throws LifecycleException {
            context.stop();
        }

        @Override
        public void close() {
            try {
                tomcat.stop();
                tomcat.destroy();
                IO.delete(scratch);
            } catch (LifecycleException x) {
                throw new IllegalStateException(x);
            }
        }
    }
}
