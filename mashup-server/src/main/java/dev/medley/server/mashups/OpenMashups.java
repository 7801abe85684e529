package dev.medley.server.mashups;

import dev.medley.servlet.MashupServlet;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Mashups and filters that a server may serve. Close it once no request uses them any more.
 *
 * @param byPath the mashups, by each of their paths
 * @param filters in the order in which requests pass them
 * @param folder that some of them come from
 */
public record OpenMashups(Map<String, MashupServlet> byPath, List<MappedFilter> filters, MashupFolder folder)
        implements AutoCloseable {

    /** Returns {@code own} mashups of the server, beside the mashups and filters of {@code folder}. */
    public static OpenMashups of(List<MashupServlet> own, MashupFolder folder) {
        Map<String, MashupServlet> byPath = new LinkedHashMap<>();
        own.forEach(mashup -> put(mashup, byPath));
        folder.mashups().forEach(mashup -> put(mashup, byPath));
        return new OpenMashups(byPath, folder.filters(), folder);
    }

    /** The folder has checked that no path is taken. */
    private static void put(MashupServlet mashup, Map<String, MashupServlet> byPath) {
        ServletMapping.of(mashup.getClass()).paths().forEach(path -> byPath.put(path, mashup));
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
