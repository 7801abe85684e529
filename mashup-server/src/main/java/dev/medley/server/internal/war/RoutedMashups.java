package dev.medley.server.internal.war;

import dev.medley.config.ConfigurationException;
import dev.medley.config.internal.Configuration;
import dev.medley.server.internal.declared.DeclaredMashups;
import dev.medley.server.internal.declared.run.IncompleteReplies;
import dev.medley.server.internal.script.EngineSource;
import dev.medley.server.internal.script.Engines;
import dev.medley.server.internal.script.OpenScripts;
import dev.medley.server.internal.script.Script;
import dev.medley.server.internal.script.ScriptFiles;
import dev.medley.server.internal.script.ScriptPaths;
import dev.medley.server.internal.script.ScriptResources;
import dev.medley.servlet.internal.routing.MashupRoute;
import jakarta.servlet.ServletContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;

/** The declared mashups and the scripts of an application, to be closed after their last request. */
record RoutedMashups(DeclaredMashups declared, OpenScripts scripts) implements AutoCloseable {

    static final RoutedMashups NONE = new RoutedMashups(DeclaredMashups.none(), OpenScripts.NONE);

    /**
     * Opens those of an application.
     *
     * @throws ConfigurationException with all problems of the declared mashups, or of the scripts
     */
    static RoutedMashups open(ServletContext context, Configuration configuration) {
        ScriptFiles scripts = read(context);
        if (configuration.declarations().isEmpty() && scripts.scripts().isEmpty()) {
            return NONE;
        }
        EngineSource engines = script -> Engines.in(context.getClassLoader(), "WEB-INF/lib")
                .orElseThrow(() -> Engines.missing(script, "mashup-js.jar, and what it needs, in WEB-INF/lib"));
        return onOwnThread(configuration, engines, scripts);
    }

    private static ScriptFiles read(ServletContext context) {
        List<String> problems = new ArrayList<>();
        ScriptFiles scripts = ScriptResources.read(context, problems);
        if (!problems.isEmpty()) {
            throw new ConfigurationException(problems);
        }
        return scripts;
    }

    /** JSONata leaves its own with each thread that it has run on, and the container's outlive the application. */
    private static RoutedMashups onOwnThread(Configuration configuration, EngineSource engines, ScriptFiles scripts) {
        CompletableFuture<RoutedMashups> opened = new CompletableFuture<>();
        Thread thread = new Thread(
                () -> {
                    try {
                        opened.complete(new RoutedMashups(
                                DeclaredMashups.of(configuration), engines.open(List.of(scripts), configuration)));
                    } catch (RuntimeException | Error x) {
                        opened.completeExceptionally(x);
                    }
                },
                "medley-declared");
        thread.start();
        try {
            return opened.join();
        } catch (CompletionException x) {
            if (x.getCause() instanceof ConfigurationException wrong) {
                throw wrong;
            }
            throw x;
        }
    }

    /**
     * Checks that no two mashups have the same path.
     *
     * @param servlets the URL patterns of servlets, each with what it belongs to
     * @throws ConfigurationException with each that has one of another
     */
    void checkPaths(Map<String, String> servlets) {
        declared.checkPaths(servlets);
        ScriptPaths.check(scripts.scripts(), servlets);
        declared.checkTemplates(ScriptPaths.shapes(scripts.scripts()));
    }

    List<MashupRoute> routes(IncompleteReplies incomplete) {
        return Stream.concat(declared.routes(incomplete).stream(), scripts.routes(incomplete).stream())
                .toList();
    }

    /** Returns the paths of the scripts, or their templates. */
    List<String> undeclaredPaths() {
        return scripts.scripts().stream().map(Script::path).toList();
    }

    @Override
    public void close() {
        scripts.close();
    }
}
