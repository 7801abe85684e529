package dev.medley.server.internal.war;

import dev.medley.config.ConfigurationException;
import dev.medley.config.internal.Configuration;
import dev.medley.config.internal.DeclarationFormat;
import dev.medley.server.internal.declaration.ServerConfiguration;
import dev.medley.server.internal.declared.DeclaredMashups;
import dev.medley.servlet.internal.MashupRouter;
import dev.medley.servlet.internal.MashupRuntime;
import dev.medley.webapp.internal.ApplicationExtension;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletRegistration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** Serves the mashups that the configuration of a web application declares. */
public final class DeclaredExtension implements ApplicationExtension {

    private static final String NAME = "declared mashups";

    /** For the service loader. */
    public DeclaredExtension() {}

    @Override
    public void join(ServletContext context, MashupRuntime runtime, Configuration configuration) {
        if (configuration.declarations().isEmpty()) {
            return;
        }
        DeclaredMashups declared = compile(configuration);
        declared.checkPaths(taken(context));
        MashupRouter router = new MashupRouter(declared.routes(SharedReplies.of(context)));
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

    /** On a thread of its own: JSONata leaves its own with each that it has run on, and the container's outlive the application. */
    private static DeclaredMashups compile(Configuration configuration) {
        CompletableFuture<DeclaredMashups> compiled = new CompletableFuture<>();
        Thread thread = new Thread(
                () -> {
                    try {
                        compiled.complete(DeclaredMashups.of(configuration));
                    } catch (RuntimeException | Error x) {
                        compiled.completeExceptionally(x);
                    }
                },
                "medley-declared");
        thread.start();
        try {
            return compiled.join();
        } catch (CompletionException x) {
            if (x.getCause() instanceof ConfigurationException wrong) {
                throw wrong;
            }
            throw x;
        }
    }

    private static Map<String, String> taken(ServletContext context) {
        Map<String, String> taken = new HashMap<>();
        context.getServletRegistrations()
                .values()
                .forEach(servlet -> servlet.getMappings().forEach(path -> taken.put(path, servlet.getClassName())));
        return taken;
    }
}
