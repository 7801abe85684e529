package dev.medley.config;

import dev.medley.setting.ValueParser;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** Replaces values of the file by those of environment variables and flags. */
final class Overrides {

    /** Variables with the prefix that are not for the configuration. */
    static final Set<String> RESERVED = Set.of("MEDLEY_CONFIG", "MEDLEY_LOG_LEVEL", "MEDLEY_MASHUPS");

    private static final String PREFIX = "MEDLEY_";
    private static final Key PARTNERS = Key.of("partners");
    private static final Key PARTNER = PARTNERS.child(ConfigurationSchema.ANY_NAME);
    private static final Key URL = Key.of("url");

    private final ConfigurationSchema schema;
    private final Document document;
    private final Problems problems;
    private final List<Key> fixed;

    /** The keys of a partner, without those that lead to it; the longest first. */
    private final List<Key> ofPartners;

    Overrides(ConfigurationSchema schema, Document document, Problems problems) {
        this.schema = schema;
        this.document = document;
        this.problems = problems;
        fixed = schema.valueKeys().stream()
                .filter(key -> !key.names().contains(ConfigurationSchema.ANY_NAME))
                .toList();
        ofPartners = schema.valueKeys().stream()
                .filter(key -> key.isBelow(PARTNER))
                .map(key -> key.from(PARTNER.names().size()))
                .sorted(Comparator.comparingInt(key -> -key.toString().length()))
                .toList();
    }

    /** Applies first the variables, then the flags, so that these win. */
    void apply(Map<String, String> environment, Map<String, String> flags) {
        Map<String, String> ours = new TreeMap<>(environment);
        ours.keySet().removeIf(name -> !name.startsWith(PREFIX) || RESERVED.contains(name));
        Set<String> partners = partners(ours.keySet(), flags.keySet());
        ours.forEach((name, value) -> applyVariable(name, value, partners));
        flags.forEach((key, value) -> override(Key.of(key), value, SourceLocation.flag(key)));
    }

    private void applyVariable(String name, String value, Set<String> partners) {
        SourceLocation location = SourceLocation.variable(name);
        List<Key> keys = keys(name, partners);
        if (keys.size() > 1) {
            String text = "may stand for %s and for %s; expected a flag (--set) instead";
            problems.add(location, Key.ROOT, text.formatted(keys.get(0), keys.get(1)));
            return;
        }
        Optional<String> inGroup = inGroup(name, partners);
        boolean known = !keys.isEmpty() && (!keys.get(0).isBelow(PARTNERS) || partners.contains(partner(keys.get(0))));
        if (!known && inGroup.isPresent()) {
            problems.add(location, Key.ROOT, "unknown variable; expected " + inGroup.get());
        } else if (keys.isEmpty()) {
            String suggestion = Similar.nearest(
                            name, all(partners).map(Key::variable).toList())
                    .map(similar -> "did you mean " + similar + "?")
                    .orElse("expected MEDLEY_SERVER_ or MEDLEY_PARTNERS_<NAME>_ and a key");
            problems.add(location, Key.ROOT, "unknown variable; " + suggestion);
        } else {
            override(keys.get(0), value, location);
        }
    }

    private void override(Key key, String value, SourceLocation location) {
        @Nullable ValueParser<?> parser = schema.parser(key);
        JsonNode node = parser == null || parser.item().isEmpty() ? YamlReader.scalar(value) : list(value);
        document.override(key, node, location);
    }

    private static ArrayNode list(String value) {
        ArrayNode list = JsonNodeFactory.instance.arrayNode();
        if (!value.isEmpty()) {
            Arrays.stream(value.split(",", -1))
                    .map(String::strip)
                    .map(YamlReader::scalar)
                    .forEach(list::add);
        }
        return list;
    }

    /**
     * Returns the keys that a variable may stand for: none if it is no key's, and several if the end of a partner's name is
     * ambiguous. Names of partners that exist are preferred; otherwise the shortest name is meant.
     */
    private List<Key> keys(String variable, Set<String> partners) {
        Optional<Key> ofServer =
                fixed.stream().filter(key -> key.variable().equals(variable)).findFirst();
        if (ofServer.isPresent()) {
            return List.of(ofServer.get());
        }
        List<Key> possible = ofPartners.stream()
                .flatMap(key ->
                        name(variable, key).map(name -> PARTNERS.child(name).child(key)).stream())
                .toList();
        List<Key> known =
                possible.stream().filter(key -> partners.contains(partner(key))).toList();
        return known.isEmpty() ? possible.stream().limit(1).toList() : known;
    }

    /** Returns the partner's name in a variable that may stand for its key {@code key}. */
    private static Optional<String> name(String variable, Key key) {
        String begin = PARTNERS.variable() + "_";
        String end = "_" + key.variable().substring(PREFIX.length());
        if (!variable.startsWith(begin)
                || !variable.endsWith(end)
                || variable.length() <= begin.length() + end.length()) {
            return Optional.empty();
        }
        String name = variable.substring(begin.length(), variable.length() - end.length());
        return name.equals(name.toUpperCase(Locale.ROOT))
                ? Optional.of(name.toLowerCase(Locale.ROOT).replace('_', '-'))
                : Optional.empty();
    }

    /** Returns the variable that is meant if only the groups of the key are missing in it. */
    private Optional<String> inGroup(String variable, Set<String> partners) {
        return all(partners)
                .filter(key -> key.isBelow(PARTNERS))
                .filter(key -> PARTNERS.child(partner(key))
                        .child(key.name())
                        .variable()
                        .equals(variable))
                .map(Key::variable)
                .findFirst();
    }

    /** The keys of the server, and of these partners. */
    private Stream<Key> all(Set<String> partners) {
        List<Key> keys = new ArrayList<>(fixed);
        for (String partner : partners) {
            ofPartners.forEach(key -> keys.add(PARTNERS.child(partner).child(key)));
        }
        return keys.stream();
    }

    /** The partners that exist: in the file, by flags, or by a variable that gives a URL, which each of them needs. */
    private Set<String> partners(Set<String> variables, Set<String> flags) {
        Set<String> partners = new LinkedHashSet<>(document.names(PARTNERS));
        flags.stream().map(Key::of).filter(key -> key.isBelow(PARTNERS)).forEach(key -> partners.add(partner(key)));
        variables.forEach(variable -> name(variable, URL).ifPresent(partners::add));
        return partners;
    }

    private static String partner(Key key) {
        return key.names().get(1);
    }
}
