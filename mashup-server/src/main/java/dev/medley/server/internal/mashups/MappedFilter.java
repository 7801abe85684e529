package dev.medley.server.internal.mashups;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.annotation.WebFilter;
import jakarta.servlet.annotation.WebInitParam;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A filter and the requests that pass it.
 *
 * @param filter the filter
 * @param name in messages; empty for its class's name
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
    /** In any other place, as in {@code /**}, an asterisk is a character of the path, and the filter is passed by. */
    private static final Pattern PATH = Pattern.compile("/[^*]*|/([^*]*/)?\\*|\\*\\.[^*/]+");

    /** Takes copies, and checks the paths. */
    public MappedFilter {
        paths = List.copyOf(paths);
        mashups = List.copyOf(mashups);
        dispatchers = Set.copyOf(dispatchers);
        parameters = Map.copyOf(parameters);
        if (paths.isEmpty() && mashups.isEmpty()) {
            throw new IllegalArgumentException(filter.getClass().getName() + ": filter without a path" + EXAMPLE);
        }
        if (dispatchers.isEmpty()) {
            throw new IllegalArgumentException(
                    filter.getClass().getName() + ": filter without a dispatcher type; expected one such as REQUEST");
        }
        for (String path : paths) {
            if (!PATH.matcher(path).matches()) {
                throw new IllegalArgumentException("%s: invalid path '%s' of a filter%s"
                        .formatted(filter.getClass().getName(), path, EXAMPLE));
            }
        }
    }

    /**
     * Returns a filter for requests of clients.
     *
     * @param paths the URL patterns; none for the patterns of its {@code @WebFilter}
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
                Set.copyOf(List.of(annotation.dispatcherTypes())),
                parameters);
    }
}
