package dev.medley.servlet.internal;

import dev.medley.servlet.internal.inbound.RefusedBy;
import dev.medley.servlet.internal.reply.BrokenOff;
import dev.medley.servlet.internal.routing.MashupDescription;
import dev.medley.servlet.internal.routing.MashupRoute;
import dev.medley.servlet.internal.routing.PathTemplate;
import dev.medley.servlet.internal.routing.PathTemplates;
import jakarta.servlet.ServletConfig;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A servlet that answers by one of several mashups, by their templates. One servlet has all of them, because a servlet container
 * cannot choose by variables: of <code>/user/{id}</code> and <code>/user/{id}/orders</code> both would be mapped to
 * {@code /user/*}. A path that matches no template is answered with 404.
 *
 * <p>It is registered at its {@linkplain #mappings() mappings}, with support for asynchronous requests.
 */
public final class MashupRouter extends HttpServlet {

    private static final long serialVersionUID = 1L;

    private final transient List<Route> routes = new ArrayList<>();
    private transient @Nullable MashupSet mashups;

    /**
     * Creates a router.
     *
     * @throws IllegalArgumentException if a template is malformed, or two match the same paths
     */
    public MashupRouter(Collection<MashupRoute> mashups) {
        for (MashupRoute each : mashups) {
            routes.add(new Route(PathTemplate.parse(each.template()), each));
        }
        routes.sort(Comparator.comparing(route -> route.template));
        PathTemplates.of(templates());
    }

    private List<PathTemplate> templates() {
        return routes.stream().map(route -> route.template).toList();
    }

    /** Returns the URL patterns that it is to be mapped to. */
    public Set<String> mappings() {
        Set<String> mappings = new LinkedHashSet<>();
        routes.forEach(route -> mappings.add(route.template.mapping()));
        return mappings;
    }

    /**
     * Connects the mashups with the broker.
     *
     * @throws ServletException if no broker has been started
     * @throws IllegalArgumentException if a partner that one of them needs is not configured
     */
    @Override
    public void init(ServletConfig config) throws ServletException {
        super.init(config);
        MashupSet started = MashupRuntime.mashupsOf(config.getServletContext());
        for (Route route : routes) {
            String name = route.template.toString();
            route.served = started.add(
                    MashupDescription.of(route.template, route.mashup), name, List.of(name), route.mashup.composer());
        }
        mashups = started;
        for (Route route : routes) {
            if (route.served != null) {
                started.ready(route.served);
            }
        }
    }

    /** Passes the request on to the mashup whose template its path matches. */
    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        MashupSet started = mashups;
        if (started == null) {
            throw new IllegalStateException("the router has not been started by a servlet container");
        }
        BrokenOff.throwIfMarked(request);
        ServedMashup served = find(request);
        if (served == null) {
            request.setAttribute(RefusedBy.ATTRIBUTE, RefusedBy.PATH);
            response.sendError(HttpServletResponse.SC_NOT_FOUND);
            return;
        }
        started.runtime().answer(new InboundRequest(started, served, request, response));
    }

    private @Nullable ServedMashup find(HttpServletRequest request) {
        String info = request.getPathInfo();
        String[] path = PathTemplate.split(info == null ? request.getServletPath() : request.getServletPath() + info);
        for (Route route : routes) {
            if (route.template.match(path) != null) {
                return route.served;
            }
        }
        return null;
    }

    /** A mashup, and its part in the set once the servlet has been initialized. */
    private static final class Route {

        private final PathTemplate template;
        private final MashupRoute mashup;
        private @Nullable ServedMashup served;

        Route(PathTemplate template, MashupRoute mashup) {
            this.template = template;
            this.mashup = mashup;
        }
    }
}
