package dev.medley.server.mashups;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.annotation.WebFilter;
import jakarta.servlet.annotation.WebInitParam;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A filter and the requests that pass it.
 *
 * @param filter the filter
 * @param name in messages; empty for that of its class
 * @param paths the URL patterns
 * @param mashups the names of mashups
 * @param dispatchers the kinds of dispatches
 * @param parameters of its {@code init}
 */
public record MappedFilter(
        Filter filter,
        String name,
        List<String> paths,
        List<String> mashups,
        Set<DispatcherType> dispatchers,
        Map<String, String> parameters) {

    private static final String EXAMPLE = "; expected one such as /*";

    /** Takes copies, and checks the paths. */
    public MappedFilter {
        paths = List.copyOf(paths);
        mashups = List.copyOf(mashups);
        dispatchers = Set.copyOf(dispatchers);
        parameters = Map.copyOf(parameters);
        if (paths.isEmpty() && mashups.isEmpty()) {
            throw new IllegalArgumentException(filter.getClass().getName() + ": filter without a path" + EXAMPLE);
        }
        for (String path : paths) {
            if (!path.startsWith("/") && !path.startsWith("*.")) {
                throw new IllegalArgumentException("%s: invalid path '%s' of a filter%s"
                        .formatted(filter.getClass().getName(), path, EXAMPLE));
            }
        }
    }

    /**
     * Returns a filter for requests of clients.
     *
     * @param paths the URL patterns; none for those of its {@code @WebFilter}
     * @throws IllegalArgumentException if there is neither, or a path is invalid; the message names the class
     */
    public static MappedFilter of(Filter filter, List<String> paths) {
        if (paths.isEmpty()) {
            return annotated(filter);
        }
        return new MappedFilter(filter, "", paths, List.of(), Set.of(DispatcherType.REQUEST), Map.of());
    }

    private static MappedFilter annotated(Filter filter) {
        WebFilter annotation = filter.getClass().getAnnotation(WebFilter.class);
        if (annotation == null) {
            throw new IllegalArgumentException(
                    filter.getClass().getName() + ": filter without a path and without @WebFilter" + EXAMPLE);
        }
        Map<String, String> parameters = new LinkedHashMap<>();
        for (WebInitParam parameter : annotation.initParams()) {
            parameters.put(parameter.name(), parameter.value());
        }
        return new MappedFilter(
                filter,
                annotation.filterName(),
                Stream.of(annotation.value(), annotation.urlPatterns())
                        .flatMap(Stream::of)
                        .distinct()
                        .toList(),
                List.of(annotation.servletNames()),
                EnumSet.copyOf(List.of(annotation.dispatcherTypes())),
                parameters);
    }
}
