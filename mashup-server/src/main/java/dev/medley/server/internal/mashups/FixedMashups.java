package dev.medley.server.internal.mashups;

import dev.medley.config.internal.Configuration;
import dev.medley.server.internal.declared.DeclaredMashups;
import dev.medley.servlet.MashupServlet;
import jakarta.servlet.Filter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Mashups and filters that a program has made, beside the declared ones; a reload cannot make others. For one thread. */
public final class FixedMashups implements MashupSource {

    private final Map<String, MashupServlet> byPath = new LinkedHashMap<>();
    private final TakenMappings taken = new TakenMappings();
    private final List<MappedFilter> filters = new ArrayList<>();

    /** Creates a source of declared mashups alone. */
    public FixedMashups() {}

    /**
     * Adds a mashup, at the paths of its {@code @WebServlet}.
     *
     * @throws IllegalArgumentException if it has none, or a path or its name is taken; the message names both classes
     */
    public void add(MashupServlet mashup) {
        ServletMapping mapping = ServletMapping.of(mashup.getClass());
        List<String> problems = taken.take(mashup.getClass().getName(), mapping);
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException(String.join("; ", problems));
        }
        mapping.paths().forEach(path -> byPath.put(path, mashup));
    }

    /**
     * Adds a filter, which requests pass after those that were added before.
     *
     * @param paths the URL patterns; none for those of its {@code @WebFilter}
     * @throws IllegalArgumentException if there is neither, or a path is invalid; the message names the class
     */
    public void add(Filter filter, List<String> paths) {
        filters.add(MappedFilter.of(filter, paths));
    }

    /** Returns whether there is neither a mashup nor a filter. */
    public boolean isEmpty() {
        return byPath.isEmpty() && filters.isEmpty();
    }

    @Override
    public OpenMashups open(Configuration configuration) {
        return new OpenMashups(byPath, filters, MashupFolder.none(), DeclaredMashups.of(configuration));
    }

    @Override
    public String look() {
        return "";
    }

    @Override
    public boolean isReplaceable() {
        return false;
    }
}
