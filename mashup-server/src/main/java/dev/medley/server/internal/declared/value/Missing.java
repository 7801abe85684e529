package dev.medley.server.internal.declared.value;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The values that a run lacks so far. {@code $missing}, {@code missing} in a body, the manifest, the lifetime of a reply and
 * the causes of other exchanges all use this account. A value is missing if its exchange, or its element, has failed, even
 * if another value replaces it. A skipped exchange is not missing.
 */
public final class Missing {

    private final Results results;

    Missing(Results results) {
        this.results = results;
    }

    /** Returns whether something is missing in a result: its value, or that of an element. */
    static boolean isIn(@Nullable Result result) {
        if (result == null) {
            return false;
        }
        if (result.cause() != null) {
            return true;
        }
        List<Result> elements = result.elements();
        for (int i = 0; i < elements.size(); i++) {
            if (isIn(elements.get(i))) {
                return true;
            }
        }
        return false;
    }

    /** Adds the causes of what is missing in a result, by {@code name}, to which the position of an element is added. */
    public static void list(String name, @Nullable Result result, Map<String, String> causes) {
        if (result == null || !isIn(result)) {
            return;
        }
        if (result.cause() != null) {
            causes.put(name, result.cause());
        }
        for (int i = 0; i < result.elements().size(); i++) {
            list(name + "." + i, result.elements().get(i), causes);
        }
    }

    /** Returns whether nothing is missing. */
    public boolean isEmpty() {
        for (int i = 0; i < results.size(); i++) {
            if (isIn(results.get(i))) {
                return false;
            }
        }
        return true;
    }

    /** Returns the causes of all that is missing, by the names of exchanges. */
    public Map<String, String> causes() {
        Map<String, String> causes = new LinkedHashMap<>();
        for (int i = 0; i < results.size(); i++) {
            list(results.name(i), results.get(i), causes);
        }
        return causes;
    }

    /** Adds what is missing of an exchange, and of all that it depends on. */
    public void listWithSources(String exchange, Map<String, String> causes) {
        list(exchange, results.get(exchange), causes);
        listSources(exchange, causes);
    }

    /** Adds what is missing of all that an exchange depends on. */
    public void listSources(String exchange, Map<String, String> causes) {
        results.sources(results.names().position(exchange))
                .forEach(source -> list(results.name(source), results.get(source), causes));
    }

    /**
     * Returns why a value made of those of {@code exchanges} may be missing, in words without internals; null if nothing is
     * missing of them.
     */
    @Nullable
    String reason(Set<String> exchanges) {
        Map<String, String> causes = new LinkedHashMap<>();
        exchanges.forEach(each -> list(each, results.get(each), causes));
        exchanges.forEach(each -> listSources(each, causes));
        if (causes.isEmpty()) {
            return null;
        }
        Map.Entry<String, String> first = causes.entrySet().iterator().next();
        int point = first.getKey().indexOf('.');
        String name = point < 0 ? first.getKey() : first.getKey().substring(0, point);
        return results.names().isInternal(name)
                ? "a value that is missing"
                : "the exchange %s, %s: %s"
                        .formatted(
                                name, point < 0 ? "which is missing" : "of which values are missing", first.getValue());
    }
}
