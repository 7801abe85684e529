package dev.medley.config.internal;

import dev.medley.config.internal.document.Document;
import dev.medley.config.internal.document.Key;
import dev.medley.config.internal.document.Place;
import dev.medley.config.internal.document.SourceLocation;
import dev.medley.setting.internal.Group;
import dev.medley.setting.internal.ValueParser;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Replaces values of the file by those of environment variables and flags. */
final class Overrides {

    /** Variables with the prefix that are not for the configuration. */
    static final Set<String> RESERVED = Set.of("MEDLEY_CONFIG", "MEDLEY_LOG_LEVEL", "MEDLEY_MASHUPS", "MEDLEY_MODULES");

    private static final String PREFIX = "MEDLEY_";
    private static final String OF_MASHUPS = "MEDLEY_SETTINGS_";
    private static final Key PARTNERS = Key.of("partners");
    private static final Key URL = PARTNERS.child(Group.ANY_NAME).child("url");

    private final ConfigurationSchema schema;
    private final Document document;

    Overrides(ConfigurationSchema schema, Document document) {
        this.schema = schema;
        this.document = document;
    }

    /** Applies first the variables, then the flags, so that these win. */
    void apply(Map<String, String> environment, Map<String, String> flags) {
        Map<String, String> variables = new TreeMap<>(environment);
        variables
                .keySet()
                .removeIf(name -> !name.startsWith(PREFIX) || name.startsWith(OF_MASHUPS) || RESERVED.contains(name));
        List<Key> known = known(variables.keySet(), flags.keySet());
        variables.forEach((name, value) -> apply(name, value, known));
        flags.forEach((flag, value) -> {
            Key key = Key.of(flag);
            override(key, value, SourceLocation.flag(key));
        });
    }

    /** Returns the variables that override settings of mashups. Only the mashup that reads a key knows its hyphens. */
    static Map<String, String> ofMashups(Map<String, String> environment) {
        Map<String, String> variables = new TreeMap<>(environment);
        variables.keySet().removeIf(name -> !name.startsWith(OF_MASHUPS));
        return variables;
    }

    /** No variable can name the path of a mashup. Returns the keys of the server, and those of the partners that exist: in the file, by flags or by URL variables. */
    private List<Key> known(Set<String> variables, Set<String> flags) {
        Set<String> partners = new LinkedHashSet<>(document.at(PARTNERS).propertyNames());
        Stream.concat(flags.stream().map(Key::of), variables.stream().flatMap(name -> ofPartner(name, URL)))
                .filter(key -> key.names().size() > 1
                        && PARTNERS.names().contains(key.names().get(0)))
                .forEach(key -> partners.add(key.names().get(1)));
        return schema.valueKeys().stream()
                .filter(key -> key.names().size() > 1)
                .filter(key -> isOfPartners(key) || !key.names().contains(Group.ANY_NAME))
                .flatMap(key ->
                        isOfPartners(key) ? partners.stream().flatMap(partner -> named(key, partner)) : Stream.of(key))
                .toList();
    }

    /** Returns the key of a partner; where names are free below it, those of the names that the file has. */
    private Stream<Key> named(Key key, String partner) {
        if (!isOfNames(key)) {
            return Stream.of(key.with(Group.ANY_NAME, partner));
        }
        Key section = PARTNERS.child(partner).child(key.names().get(2));
        return document.at(section).propertyNames().stream().map(section::child);
    }

    /** Returns whether names are free below the partner. */
    private static boolean isOfNames(Key key) {
        return key.name().equals(Group.ANY_NAME);
    }

    private void apply(String variable, String value, List<Key> known) {
        SourceLocation location = SourceLocation.variable(variable);
        List<Key> keys = known.stream()
                .filter(key -> key.variable().equals(variable))
                .sorted(Comparator.comparing(key -> key.names().get(1)))
                .toList();
        if (keys.size() > 1) {
            String text = "is ambiguous: it can mean %s or %s; expected a flag (--set) instead";
            document.addProblem(location, Key.ROOT, text.formatted(keys.get(0), keys.get(1)));
            return;
        }
        List<Key> grouped = known.stream()
                .filter(key -> key.withoutGroups().variable().equals(variable))
                .toList();
        Optional<Key> meant =
                keys.stream().findFirst().or(() -> grouped.isEmpty() ? added(variable) : Optional.empty());
        meant.ifPresentOrElse(
                key -> override(key, value, location),
                () -> document.addProblem(
                        location, Key.ROOT, "unknown variable; " + suggestion(variable, grouped, known)));
    }

    private static String suggestion(String variable, List<Key> grouped, List<Key> known) {
        if (!grouped.isEmpty()) {
            return "expected " + grouped.stream().map(Key::variable).collect(Collectors.joining(" or "));
        }
        return Similar.nearest(variable, known.stream().map(Key::variable).toList())
                .map(similar -> "did you mean " + similar + "?")
                .orElse("expected MEDLEY_SERVER_, MEDLEY_PARTNERS_<NAME>_ or MEDLEY_SETTINGS_ and a key");
    }

    /** Returns the key of a partner that does not exist yet; if several are possible, that of the shortest name. */
    private Optional<Key> added(String variable) {
        return schema.valueKeys().stream()
                .filter(key -> isOfPartners(key) && !isOfNames(key))
                .flatMap(key -> ofPartner(variable, key))
                .min(Comparator.comparingInt(key -> key.names().get(1).length()));
    }

    /** Returns the key of the partner whose variable for {@code key} may be {@code variable}. */
    private static Stream<Key> ofPartner(String variable, Key key) {
        Matcher matcher =
                Pattern.compile(key.variable().replace("<NAME>", "([^a-z]+)")).matcher(variable);
        return matcher.matches()
                ? Stream.of(key.with(
                        Group.ANY_NAME,
                        matcher.group(1).toLowerCase(Locale.ROOT).replace('_', '-')))
                : Stream.empty();
    }

    private static boolean isOfPartners(Key key) {
        return key.names().get(0).equals(PARTNERS.name()) && key.names().contains(Group.ANY_NAME);
    }

    private void override(Key key, String value, SourceLocation location) {
        @Nullable ValueParser<?> parser = schema.parser(key);
        document.override(key, parser == null ? ValueParser.scalar(value) : parser.node(value), Place.of(location));
    }
}
