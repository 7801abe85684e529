package dev.medley.server.internal.mashups;

import dev.medley.config.ConfigurationException;
import dev.medley.context.RequestIds;
import dev.medley.server.internal.declared.run.IncompleteReplies;
import dev.medley.server.internal.http.ProblemHandler;
import dev.medley.servlet.MashupServlet;
import dev.medley.servlet.internal.MashupRouter;
import dev.medley.servlet.internal.MashupSet;
import dev.medley.servlet.internal.routing.MashupRoute;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.jetty.ee11.servlet.ServletContextHandler;
import org.eclipse.jetty.ee11.servlet.ServletHolder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The context of the mashups, at the root. Configuration problems are reported by the start, and not logged before. */
final class MashupContext extends ServletContextHandler {

    private static final Logger LOG = LoggerFactory.getLogger(MashupContext.class);

    /** The pattern of what no other one matches. */
    private static final String ALL_OTHERS = "/";

    private MashupContext() {
        super("/");
    }

    /**
     * Returns a context with mashups and their filters.
     *
     * @param set that they are for
     * @param incomplete gets the manifests of replies that are not complete
     */
    static ServletContextHandler of(MashupSet set, OpenMashups mashups, RequestIds ids, IncompleteReplies incomplete) {
        ServletContextHandler context = new MashupContext();
        List<String> paths = mashups.paths();
        context.setErrorHandler(new ProblemHandler(() -> paths, ids));
        set.install(context.getServletContext());
        Map<MashupServlet, ServletHolder> holders = new LinkedHashMap<>();
        mashups.byPath().forEach((path, servlet) -> {
            ServletHolder holder = holders.computeIfAbsent(servlet, MashupContext::holder);
            context.addServlet(holder, path);
        });
        List<MashupRoute> routes = mashups.routes(incomplete);
        if (!routes.isEmpty()) {
            addRouter(routes, context);
        }
        if (context.getServletHandler().getServletMapping(ALL_OTHERS) == null) {
            context.addServlet(new ServletHolder("unknown paths", new UnknownPaths()), ALL_OTHERS);
        }
        Filters.add(mashups.filters(), context);
        return context;
    }

    private static void addRouter(List<MashupRoute> routes, ServletContextHandler context) {
        MashupRouter router = new MashupRouter(routes);
        ServletHolder holder = new ServletHolder("routed mashups", router);
        holder.setAsyncSupported(true);
        holder.setInitOrder(1);
        router.mappings().forEach(mapping -> context.addServlet(holder, mapping));
    }

    private static ServletHolder holder(MashupServlet servlet) {
        ServletHolder holder = new Holder(ServletMapping.of(servlet.getClass()).name(), servlet);
        holder.setAsyncSupported(true);
        holder.setInitOrder(1);
        return holder;
    }

    /** The holder of a mashup, whose {@code destroy()} may fail in any way: the others are destroyed, too. */
    private static final class Holder extends ServletHolder {

        Holder(String name, MashupServlet servlet) {
            super(name, servlet);
        }

        @Override
        public void destroyInstance(Object mashup) {
            try {
                super.destroyInstance(mashup);
            } catch (RuntimeException | Error x) {
                LOG.warn("{} failed in destroy()", mashup.getClass().getName(), x);
            }
        }
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
