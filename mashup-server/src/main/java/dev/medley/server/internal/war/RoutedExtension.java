package dev.medley.server.internal.war;

import dev.medley.config.internal.Configuration;
import dev.medley.config.internal.DeclarationFormat;
import dev.medley.server.internal.declaration.ServerConfiguration;
import dev.medley.servlet.internal.MashupRouter;
import dev.medley.servlet.internal.MashupRuntime;
import dev.medley.servlet.internal.routing.MashupRoute;
import dev.medley.webapp.internal.ApplicationExtension;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletRegistration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Serves the mashups of a web application that are no servlets: those that its configuration declares, and the scripts in {@code
 * WEB-INF/mashups}.
 */
public final class RoutedExtension implements ApplicationExtension {

    private static final String NAME = "routed mashups";

    private RoutedMashups mashups = RoutedMashups.NONE;

    /** For the service loader. */
    public RoutedExtension() {}

    @Override
    public void join(ServletContext context, MashupRuntime runtime, Configuration configuration) {
        mashups = RoutedMashups.open(context, configuration);
        mashups.checkPaths(taken(context));
        List<MashupRoute> routes = mashups.routes(SharedReplies.of(context));
        if (!routes.isEmpty()) {
            serve(routes, context);
        }
    }

    private static void serve(List<MashupRoute> routes, ServletContext context) {
        MashupRouter router = new MashupRouter(routes);
        ServletRegistration.Dynamic registration = context.addServlet(NAME, router);
        if (registration == null) {
            throw new IllegalStateException("the application has a servlet of the name '" + NAME + "'");
        }
        registration.setAsyncSupported(true);
        registration.setLoadOnStartup(1);
        registration.addMapping(router.mappings().toArray(String[]::new));
    }

    @Override
    public DeclarationFormat declarationFormat() {
        return ServerConfiguration.FORMAT;
    }

    @Override
    public List<String> undeclaredPaths() {
        return mashups.undeclaredPaths();
    }

    @Override
    public void stopped() {
        mashups.close();
    }

    @Override
    public void notStarted() {
        mashups.close();
    }

    private static Map<String, String> taken(ServletContext context) {
        Map<String, String> taken = new HashMap<>();
        context.getServletRegistrations()
                .values()
                .forEach(servlet -> servlet.getMappings().forEach(path -> taken.put(path, servlet.getClassName())));
        return taken;
    }
}
