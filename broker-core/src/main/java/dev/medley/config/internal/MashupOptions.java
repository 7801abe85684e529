package dev.medley.config.internal;

import dev.medley.config.ConfigurationException;
import dev.medley.config.MashupMode;
import dev.medley.config.ServerTimingDetail;
import dev.medley.config.internal.caller.AccessKeys;
import dev.medley.config.internal.caller.AccessOptions;
import dev.medley.config.internal.key.CommonKeys;
import dev.medley.config.internal.quota.QuotaSettings;
import dev.medley.partner.internal.limit.Priority;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Options of mashups, by the paths that they are mapped to. Immutable.
 *
 * @param byPath the options, in the order in which they were given
 */
public record MashupOptions(Map<String, Given> byPath) {

    /** No options. */
    public static final MashupOptions NONE = new MashupOptions(Map.of());

    /** Takes a copy. */
    public MashupOptions {
        byPath = Collections.unmodifiableMap(new LinkedHashMap<>(byPath));
    }

    /**
     * The options of one path.
     *
     * @param execution the threads that the mashup runs on; null if it is not given
     * @param maxConcurrent requests for it that may be in flight at a time; null if it is not given
     * @param priority of requests for it; null if it is not given
     * @param deadline of a reply; null if it is not given
     * @param serverTiming the form of the field {@code Server-Timing}; null if it is not given
     * @param access who may call it; null if it is not given
     * @param cost of a request in tokens; null if it is not given
     * @param declared whether the configuration declares the mashup itself
     * @param label the beginning of messages: place and key, such as {@code config/medley.yaml:9:3: mashups./quote}
     */
    public record Given(
            @Nullable MashupMode execution,
            @Nullable Integer maxConcurrent,
            @Nullable Priority priority,
            @Nullable Duration deadline,
            @Nullable ServerTimingDetail serverTiming,
            @Nullable AccessOptions access,
            @Nullable Integer cost,
            boolean declared,
            String label) {

        /** As if nothing were given. */
        private static Given nothing(String label) {
            return new Given(null, null, null, null, null, null, null, false, label);
        }

        private Given withExecution(@Nullable MashupMode other, String otherLabel) {
            return new Given(
                    other, maxConcurrent, priority, deadline, serverTiming, access, cost, declared, otherLabel);
        }
    }

    /**
     * Returns the execution that is given for a mashup, by any of its {@code paths}; null if there is none.
     *
     * @throws ConfigurationException if two of its paths have different ones
     */
    public @Nullable MashupMode execution(Collection<String> paths) {
        return find(paths, "execution", Given::execution);
    }

    /**
     * Returns the requests that may be in flight for a mashup, as {@link #execution}.
     *
     * @throws ConfigurationException if two of its paths have different ones
     */
    public @Nullable Integer maxConcurrent(Collection<String> paths) {
        return find(paths, "max-concurrent", Given::maxConcurrent);
    }

    /**
     * Returns the priority that is given for a mashup, as {@link #execution}.
     *
     * @throws ConfigurationException if two of its paths have different ones
     */
    public @Nullable Priority priority(Collection<String> paths) {
        return find(paths, "priority", Given::priority);
    }

    /**
     * Returns the deadline that is given for a mashup, as {@link #execution}.
     *
     * @throws ConfigurationException if two of its paths have different ones
     */
    public @Nullable Duration deadline(Collection<String> paths) {
        return find(paths, "deadline", Given::deadline);
    }

    /**
     * Returns the form of {@code Server-Timing} that is given for a mashup, as {@link #execution}.
     *
     * @throws ConfigurationException if two of its paths have different ones
     */
    public @Nullable ServerTimingDetail serverTiming(Collection<String> paths) {
        return find(paths, CommonKeys.SERVER_TIMING, Given::serverTiming);
    }

    /**
     * Returns who may call a mashup, as {@link #execution}.
     *
     * @throws ConfigurationException if two of its paths have different ones
     */
    public @Nullable AccessOptions access(Collection<String> paths) {
        return find(paths, AccessKeys.OF_MASHUP, Given::access);
    }

    /**
     * Returns the cost of a request for a mashup, as {@link #execution}.
     *
     * @throws ConfigurationException if two of its paths have different ones
     */
    public @Nullable Integer cost(Collection<String> paths) {
        return find(paths, "cost", Given::cost);
    }

    private <T> @Nullable T find(Collection<String> paths, String key, Function<Given, @Nullable T> option) {
        @Nullable Given first = null;
        @Nullable T found = null;
        for (Map.Entry<String, Given> entry : byPath.entrySet()) {
            Given given = entry.getValue();
            @Nullable T value = option.apply(given);
            if (value == null || !paths.contains(entry.getKey())) {
                continue;
            }
            if (first != null && !value.equals(found)) {
                throw new ConfigurationException(
                        List.of("%s: is the same mashup as in %s; expected the same %s for both"
                                .formatted(given.label(), first.label(), key)));
            }
            first = given;
            found = value;
        }
        return found;
    }

    /**
     * Returns these options with the executions of {@code read}, where they {@linkplain #mayMove may move} mashups.
     *
     * @param read what was read since
     */
    MashupOptions withExecutions(MashupOptions read) {
        Map<String, Given> both = new LinkedHashMap<>(byPath);
        executionsDiffer(read).stream().filter(path -> mayMove(path, read)).forEach(path -> {
            @Nullable Given next = read.byPath.get(path);
            Given before = byPath.getOrDefault(path, Given.nothing(path));
            both.put(
                    path,
                    next == null
                            ? before.withExecution(null, before.label())
                            : before.withExecution(next.execution(), next.label()));
        });
        return new MashupOptions(both);
    }

    /** Returns the paths for which {@code read} gives another execution. */
    Set<String> executionsDiffer(MashupOptions read) {
        return ConfigurationChange.differences(values(Given::execution), read.values(Given::execution));
    }

    /** Returns whether the mashup of {@code path} is there with the options of {@code read} if no mashup is added or replaced. */
    boolean mayMove(String path, MashupOptions read) {
        return isDeclared(path) == read.isDeclared(path);
    }

    private boolean isDeclared(String path) {
        @Nullable Given given = byPath.get(path);
        return given != null && given.declared();
    }

    /** Returns the values of one option that are given, by path. */
    <T> Map<String, T> values(Function<Given, @Nullable T> option) {
        Map<String, T> values = new LinkedHashMap<>();
        byPath.forEach((path, given) -> {
            @Nullable T value = option.apply(given);
            if (value != null) {
                values.put(path, value);
            }
        });
        return values;
    }

    /**
     * Checks that a mashup is mapped to each path, or declared with it; also to each that a quota names.
     *
     * @param mapped the paths of all mashups that are not declared
     * @throws ConfigurationException if not, with the path that was perhaps meant
     */
    public void checkPaths(Collection<String> mapped, List<QuotaSettings> quotas) {
        checkPaths(mapped, quotas, List.of());
    }

    /**
     * As above, where quotas may name {@code others}, too, which are no mashups.
     *
     * @throws ConfigurationException if not, with the path that was perhaps meant
     */
    public void checkPaths(Collection<String> mapped, List<QuotaSettings> quotas, Collection<String> others) {
        List<String> problems = new ArrayList<>();
        Set<String> all = new TreeSet<>(mapped);
        all.addAll(others);
        byPath.forEach((path, given) -> {
            if (given.declared()) {
                all.add(path);
            }
        });
        for (QuotaSettings quota : quotas) {
            quota.mashups().stream()
                    .filter(path -> !all.contains(path))
                    .forEach(path -> problems.add("quotas.%s.mashups: no mashup has the path %s; %s"
                            .formatted(quota.name(), path, expected(path, all))));
        }
        byPath.forEach((path, given) -> {
            if (!given.declared() && !mapped.contains(path)) {
                problems.add("%s: no mashup has this path; %s".formatted(given.label(), expected(path, mapped)));
            }
        });
        if (!problems.isEmpty()) {
            throw new ConfigurationException(problems);
        }
    }

    private static String expected(String path, Collection<String> all) {
        return Similar.nearest(path, all)
                .map(similar -> "did you mean " + similar + "?")
                .orElseGet(() -> "expected " + (all.isEmpty() ? "none" : String.join(", ", all)));
    }
}
