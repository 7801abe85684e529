package dev.medley.server;

import dev.medley.config.ConfigurationException;
import dev.medley.context.RequestIds;
import dev.medley.server.inbound.ClientReports;
import dev.medley.server.mashups.ServletMapping;
import dev.medley.servlet.MashupRuntime;
import dev.medley.servlet.MashupServlet;
import java.util.LinkedHashMap;
import java.util.Map;
import org.eclipse.jetty.ee11.servlet.ServletContextHandler;
import org.eclipse.jetty.ee11.servlet.ServletHolder;

/** The context of the mashups, at the root. Problems of the configuration are those of the start, and not logged before. */
final class MashupContext extends ServletContextHandler {

    private MashupContext() {
        super("/");
    }

    /** Returns a context with {@code mashups}, by their paths, which {@code runtime} runs. */
    static ServletContextHandler of(MashupRuntime runtime, Map<String, MashupServlet> mashups, RequestIds ids) {
        ServletContextHandler context = new MashupContext();
        context.setErrorHandler(new ProblemHandler(mashups.values(), ids));
        runtime.watchClients(new ClientReports());
        runtime.install(context.getServletContext());
        Map<MashupServlet, ServletHolder> holders = new LinkedHashMap<>();
        mashups.forEach((path, servlet) -> {
            ServletHolder holder = holders.computeIfAbsent(servlet, MashupContext::holder);
            context.addServlet(holder, path);
        });
        return context;
    }

    private static ServletHolder holder(MashupServlet servlet) {
        ServletHolder holder =
                new ServletHolder(ServletMapping.of(servlet.getClass()).name(), servlet);
        holder.setAsyncSupported(true);
        holder.setInitOrder(1);
        return holder;
    }

    @Override
    public ServletContextApi newServletContextApi() {
        return new Api();
    }

    /** The servlet context, by which Jetty logs why a servlet does not start. */
    private final class Api extends ServletContextApi {

        @Override
        public void log(String message, Throwable failure) {
            if (!(failure instanceof ConfigurationException)) {
                super.log(message, failure);
            }
        }
    }
}
