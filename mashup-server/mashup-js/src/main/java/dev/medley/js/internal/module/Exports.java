package dev.medley.js.internal.module;

import dev.medley.config.internal.Similar;
import dev.medley.servlet.internal.routing.MashupRoute;
import dev.medley.setting.internal.ValueParsers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.graalvm.polyglot.Value;
import org.jspecify.annotations.Nullable;

/**
 * What a script exports. Immutable.
 *
 * @param path template of its paths
 * @param methods that it answers, in capitals; with GET also HEAD
 * @param deadline of a reply; null for the server's
 * @param every time between two runs by its schedule; null for none
 * @param jitter random time that is added to that; null for a tenth of it
 */
record Exports(
        String path,
        List<String> methods,
        @Nullable Duration deadline,
        @Nullable Duration every,
        @Nullable Duration jitter) {

    private static final Duration SHORTEST_INTERVAL = Duration.ofSeconds(1);

    private static final String DEFAULT = "default";
    private static final List<String> NAMES = List.of("path", "methods", "deadline", "every", "jitter", DEFAULT);
    private static final Set<String> METHODS = Set.of("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "HEAD");

    /** Takes a copy. */
    Exports {
        methods = List.copyOf(methods);
    }

    /**
     * Reads the exports of a module.
     *
     * @param tree of the script, with the places
     * @param problems gets what is wrong with them
     * @return null with a problem
     */
    static @Nullable Exports of(Value module, SyntaxTree tree, List<String> problems) {
        Problems own = new Problems(tree);
        refuseUnknown(module, own);
        String path = path(module, own);
        List<String> methods = methods(module, own);
        Duration deadline = duration(module, "deadline", own);
        Duration every = duration(module, "every", own);
        Duration jitter = duration(module, "jitter", own);
        Value function = module.getMember(DEFAULT);
        if (function == null || !function.canExecute()) {
            own.add(
                    DEFAULT,
                    "is %s; expected a function, such as export default async ({query}, {partners}) => …"
                            .formatted(shown(function)));
        }
        if (jitter != null && every == null) {
            own.add("jitter", "is there without every; expected both, or none");
        }
        if (every != null) {
            checkSchedule(every, path, methods, own);
        }
        problems.addAll(own.found);
        return own.found.isEmpty() && path != null ? new Exports(path, methods, deadline, every, jitter) : null;
    }

    private static void checkSchedule(Duration every, @Nullable String path, List<String> methods, Problems problems) {
        if (every.compareTo(SHORTEST_INTERVAL) < 0) {
            problems.add("every", "is too short; expected '1s' or more");
        }
        if (path != null && (!MashupRoute.variables(path).isEmpty() || path.endsWith("*"))) {
            problems.add("path", "is '%s' beside every; expected one without variables and *".formatted(path));
        }
        if (!methods.equals(List.of("GET"))) {
            problems.add(
                    "methods",
                    "is %s beside every; expected no methods, as a schedule has no client".formatted(methods));
        }
    }

    /** What is wrong with exports, each with its place. */
    private static final class Problems {

        private final SyntaxTree tree;
        private final List<String> found = new ArrayList<>();

        Problems(SyntaxTree tree) {
            this.tree = tree;
        }

        void add(String export, String text) {
            found.add("%s: the export %s %s".formatted(tree.placeOf(export), export, text));
        }
    }

    private static void refuseUnknown(Value module, Problems problems) {
        for (String name : new TreeSet<>(module.getMemberKeys())) {
            if (!NAMES.contains(name)) {
                problems.add(
                        name,
                        "is unknown; "
                                + Similar.nearest(name, NAMES)
                                        .map(near -> "did you mean " + near + "?")
                                        .orElse("expected " + String.join(", ", NAMES)
                                                + "; what other files import belongs into a subfolder"));
            }
        }
    }

    private static @Nullable String path(Value module, Problems problems) {
        Value given = module.getMember("path");
        if (given == null || !given.isString()) {
            problems.add("path", "is %s; expected a text such as '/trip' or '/trip/{city}'".formatted(shown(given)));
            return null;
        }
        String path = given.asString();
        try {
            MashupRoute.variables(path);
            return path;
        } catch (IllegalArgumentException x) {
            problems.add("path", "is '%s': %s".formatted(path, x.getMessage()));
            return null;
        }
    }

    private static List<String> methods(Value module, Problems problems) {
        Value given = module.getMember("methods");
        List<String> methods = new ArrayList<>();
        if (given == null) {
            return List.of("GET");
        }
        if (given.isString()) {
            methods.add(given.asString());
        } else if (given.hasArrayElements()) {
            for (long i = 0; i < given.getArraySize(); i++) {
                methods.add(given.getArrayElement(i).toString());
            }
        }
        if (methods.isEmpty()
                || !METHODS.containsAll(methods)
                || Set.copyOf(methods).size() < methods.size()) {
            problems.add(
                    "methods",
                    "is %s; expected a list such as ['GET', 'POST'], of %s"
                            .formatted(shown(given), String.join(", ", new TreeSet<>(METHODS))));
        }
        return methods;
    }

    private static @Nullable Duration duration(Value module, String name, Problems problems) {
        Value given = module.getMember(name);
        if (given == null) {
            return null;
        }
        try {
            if (given.isString()) {
                return ValueParsers.duration().parse(given.asString());
            }
        } catch (IllegalArgumentException x) {
            // The message below says what is expected.
        }
        problems.add(name, "is %s; expected a text such as '5s' or '10m'".formatted(shown(given)));
        return null;
    }

    private static String shown(@Nullable Value value) {
        if (value == null) {
            return "missing";
        }
        return value.isString() ? "'" + value.asString() + "'" : value.toString();
    }
}
