package dev.medley.server.internal.mashups;

import dev.medley.server.internal.declared.DeclaredMashups;
import dev.medley.servlet.MashupServlet;
import dev.medley.servlet.internal.routing.MashupDescription;
import dev.medley.servlet.internal.routing.MashupRoute;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Mashups and filters that a server may serve. Close it once no request uses them any more.
 *
 * @param byPath the mashups, by each of their paths
 * @param filters in the order in which requests pass them
 * @param folder that some of them come from
 * @param declared the mashups of the configuration
 */
public record OpenMashups(
        Map<String, MashupServlet> byPath, List<MappedFilter> filters, MashupFolder folder, DeclaredMashups declared)
        implements AutoCloseable {

    /**
     * Checks the paths of the declared mashups.
     *
     * @throws dev.medley.config.ConfigurationException if a servlet has one of them
     */
    public OpenMashups {
        Map<String, String> taken = new HashMap<>();
        byPath.forEach((path, mashup) -> taken.put(path, mashup.getClass().getName()));
        declared.checkPaths(taken);
    }

    /**
     * Returns {@code own} mashups of the server, beside the mashups and filters of {@code folder}, and declared ones.
     *
     * @throws dev.medley.config.ConfigurationException if a declared mashup has the path of another one
     */
    public static OpenMashups of(List<MashupServlet> own, MashupFolder folder, DeclaredMashups declared) {
        return of(own, List.of(), folder, declared);
    }

    /** As {@link #of(List, MashupFolder, DeclaredMashups)}, with the server's {@code filters} before the folder's. */
    static OpenMashups of(
            List<MashupServlet> own, List<MappedFilter> filters, MashupFolder folder, DeclaredMashups declared) {
        Map<String, MashupServlet> byPath = new LinkedHashMap<>();
        own.forEach(mashup -> put(mashup, byPath));
        folder.mashups().forEach(mashup -> put(mashup, byPath));
        List<MappedFilter> all =
                Stream.concat(filters.stream(), folder.filters().stream()).toList();
        return new OpenMashups(byPath, all, folder, declared);
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
        Stream<String> ofRoutes = declared.routes().stream().map(MashupRoute::template);
        return Stream.concat(ofServlets, ofRoutes).distinct().toList();
    }

    /** Returns the JARs that have other contents than these mashups come from, the new ones and those that are gone. */
    public List<Path> changedFiles() {
        return folder.changedFiles();
    }

    @Override
    public void close() {
        folder.close();
    }
}
