package dev.medley.config;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Puts the values of environment variables and flags in place of those of the file. */
final class Overrides {

    private static final String PREFIX = "MEDLEY_";
    private static final String PARTNERS = "partners";
    private static final String URL = "url";

    /** Variables that begin as the others do and are not for the configuration. */
    static final Set<String> RESERVED = Set.of("MEDLEY_CONFIG", "MEDLEY_LOG_LEVEL", "MEDLEY_MASHUPS");

    private final Document document;
    private final Problems problems;
    private final Variables variables;

    Overrides(ConfigurationSchema schema, Document document, Problems problems) {
        this.document = document;
        this.problems = problems;
        this.variables = new Variables(schema);
    }

    /** Applies first the variables, then the flags, so that these win. */
    void apply(Map<String, String> environment, Map<String, String> flags) {
        Map<String, String> ours = new TreeMap<>(environment);
        ours.keySet().removeIf(name -> !name.startsWith(PREFIX) || RESERVED.contains(name));
        Set<String> partners = partners(ours.keySet(), flags.keySet());
        ours.forEach((name, value) -> applyVariable(name, value, partners));
        flags.forEach((key, value) -> document.override(Key.of(key), Scalars.of(value), Origin.flag(key)));
    }

    private void applyVariable(String name, String value, Set<String> partners) {
        List<Key> keys = variables.keys(name, partners);
        if (keys.size() == 1) {
            document.override(keys.get(0), Scalars.of(value), Origin.variable(name));
        } else if (keys.isEmpty()) {
            String suggestion = Similar.nearest(name, variables.all(partners))
                    .map(similar -> "did you mean " + similar + "?")
                    .orElse("expected MEDLEY_SERVER_ or MEDLEY_PARTNERS_<NAME>_ and a key");
            problems.add(Origin.variable(name), Key.ROOT, "unknown variable; " + suggestion);
        } else {
            problems.add(
                    Origin.variable(name),
                    Key.ROOT,
                    "may stand for %s and for %s; expected a flag (--set) instead".formatted(keys.get(0), keys.get(1)));
        }
    }

    /** The partners that exist: in the file, by flags, or by a variable that gives a URL, which each of them needs. */
    private Set<String> partners(Set<String> names, Set<String> flags) {
        Set<String> partners = new LinkedHashSet<>(document.names(Key.of(PARTNERS)));
        flags.stream()
                .map(Key::of)
                .filter(key -> key.names().size() > 1 && key.names().get(0).equals(PARTNERS))
                .forEach(key -> partners.add(key.names().get(1)));
        for (String name : names) {
            variables.keys(name, Set.of()).stream()
                    .filter(key -> key.name().equals(URL))
                    .forEach(key -> partners.add(key.parent().name()));
        }
        return partners;
    }
}
