package dev.medley.server.internal.mashups;

import dev.medley.config.internal.Configuration;
import dev.medley.server.internal.declared.DeclaredMashups;
import dev.medley.server.internal.declared.run.IncompleteReplies;
import dev.medley.server.internal.script.EngineSource;
import dev.medley.server.internal.script.OpenScripts;
import dev.medley.server.internal.script.Script;
import dev.medley.server.internal.script.ScriptPaths;
import dev.medley.servlet.MashupServlet;
import dev.medley.servlet.internal.routing.MashupDescription;
import dev.medley.servlet.internal.routing.MashupRoute;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Mashups and filters that a server may serve. Close it once no request uses them any more.
 *
 * @param byPath the mashups, by each of their paths
 * @param filters in the order in which requests pass them
 * @param folder that some of them come from
 * @param declared the mashups of the configuration
 * @param scripts those of the folder, and of its JARs
 */
public record OpenMashups(
        Map<String, MashupServlet> byPath,
        List<MappedFilter> filters,
        MashupFolder folder,
        DeclaredMashups declared,
        OpenScripts scripts)
        implements AutoCloseable {

    /**
     * Checks the paths of the declared mashups and of the scripts.
     *
     * @throws dev.medley.config.ConfigurationException with each that another mashup has
     */
    public OpenMashups {
        Map<String, String> taken = new HashMap<>();
        byPath.forEach((path, mashup) -> taken.put(path, mashup.getClass().getName()));
        Problems problems = new Problems();
        problems.of(() -> declared.checkPaths(taken));
        problems.of(() -> ScriptPaths.check(scripts.scripts(), taken));
        problems.of(() -> declared.checkTemplates(ScriptPaths.shapes(scripts.scripts())));
        problems.throwIfAny();
    }

    /**
     * Returns {@code own} mashups of the server, beside the mashups and filters of {@code folder}, and declared ones.
     *
     * @throws dev.medley.config.ConfigurationException if a declared mashup has the path of another one
     */
    public static OpenMashups of(List<MashupServlet> own, MashupFolder folder, DeclaredMashups declared) {
        return of(own, List.of(), folder, declared, OpenScripts.NONE);
    }

    /**
     * Opens the mashups of a server. Blocks as long as scripts are opened.
     *
     * @param own mashups of the server
     * @param filters of the server, before those of the folder
     * @param folder that is closed with the mashups, or if this fails
     * @param configuration with the declared mashups
     * @param engines has the engine for the scripts of the folder
     * @throws dev.medley.config.ConfigurationException with all problems of the declared mashups and of the scripts, or else if two
     *     mashups have the same path
     */
    public static OpenMashups open(
            List<MashupServlet> own,
            List<MappedFilter> filters,
            MashupFolder folder,
            Configuration configuration,
            EngineSource engines) {
        OpenScripts scripts = OpenScripts.NONE;
        try {
            Problems problems = new Problems();
            DeclaredMashups declared = problems.of(() -> DeclaredMashups.of(configuration), DeclaredMashups.none());
            scripts = problems.of(() -> engines.open(folder.scripts(), configuration), OpenScripts.NONE);
            problems.throwIfAny();
            return of(own, filters, folder, declared, scripts);
        } catch (RuntimeException | Error x) {
            scripts.close();
            folder.close();
            throw x;
        }
    }

    private static OpenMashups of(
            List<MashupServlet> own,
            List<MappedFilter> filters,
            MashupFolder folder,
            DeclaredMashups declared,
            OpenScripts scripts) {
        Map<String, MashupServlet> byPath = new LinkedHashMap<>();
        own.forEach(mashup -> put(mashup, byPath));
        folder.mashups().forEach(mashup -> put(mashup, byPath));
        List<MappedFilter> all =
                Stream.concat(filters.stream(), folder.filters().stream()).toList();
        return new OpenMashups(byPath, all, folder, declared, scripts);
    }

    /** The builder of the server, or the folder, has checked that no path is taken. */
    private static void put(MashupServlet mashup, Map<String, MashupServlet> byPath) {
        ServletMapping.of(mashup.getClass()).paths().forEach(path -> byPath.put(path, mashup));
    }

    /** Returns the paths of the mashups, or their templates. */
    public List<String> paths() {
        Stream<String> ofServlets = byPath.values().stream()
                .map(MashupServlet::getClass)
                .map(MashupDescription::of)
                .flatMap(mashup -> (mashup.templates().isEmpty() ? mashup.paths() : mashup.templates()).stream());
        Stream<String> ofRoutes = Stream.concat(declared.routes().stream().map(MashupRoute::template), ofScripts());
        return Stream.concat(ofServlets, ofRoutes).distinct().toList();
    }

    private Stream<String> ofScripts() {
        return scripts.scripts().stream().map(Script::path);
    }

    /** Returns the paths for which the configuration may have options without declaring a mashup. */
    public Set<String> undeclaredPaths() {
        return Stream.concat(byPath.keySet().stream(), ofScripts()).collect(Collectors.toSet());
    }

    /** Returns the routes to the mashups that are no servlets. */
    List<MashupRoute> routes(IncompleteReplies incomplete) {
        return Stream.concat(declared.routes(incomplete).stream(), scripts.routes(incomplete).stream())
                .toList();
    }

    /** Returns the files that have other contents than these mashups come from, the new ones and those that are gone. */
    public List<Path> changedFiles() {
        return folder.changedFiles();
    }

    @Override
    public void close() {
        scripts.close();
        folder.close();
    }
}
