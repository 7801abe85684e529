package dev.medley.config;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Finds the keys that environment variables stand for. */
final class Variables {

    private static final String PARTNERS = "partners";
    private static final String PARTNER_PREFIX = Key.of(PARTNERS).variable() + "_";

    private final List<Key> fixed = new ArrayList<>();
    private final List<String> ofPartners = new ArrayList<>();

    Variables(ConfigurationSchema schema) {
        for (Key key : schema.valueKeys()) {
            if (key.names().contains(ConfigurationSchema.ANY_NAME)) {
                ofPartners.add(key.name());
            } else {
                fixed.add(key);
            }
        }
        ofPartners.sort(Comparator.comparingInt(String::length).reversed());
    }

    /**
     * The keys that a variable may stand for: none if it stands for nothing, and several if it cannot be told where a
     * partner's name ends. Names of partners that exist are preferred; otherwise the shortest name is meant.
     */
    List<Key> keys(String variable, Set<String> partners) {
        for (Key key : fixed) {
            if (key.variable().equals(variable)) {
                return List.of(key);
            }
        }
        List<Key> possible = ofPartners.stream()
                .map(name -> Key.of(PARTNERS).child(partner(variable, name)).child(name))
                .filter(key -> !key.parent().name().isEmpty() && key.variable().equals(variable))
                .toList();
        List<Key> known = possible.stream()
                .filter(key -> partners.contains(key.parent().name()))
                .toList();
        return known.isEmpty() ? possible.stream().limit(1).toList() : known;
    }

    /** The variables of the server, and of these partners. */
    List<String> all(Set<String> partners) {
        List<String> variables = new ArrayList<>();
        fixed.forEach(key -> variables.add(key.variable()));
        for (String partner : partners) {
            ofPartners.forEach(name ->
                    variables.add(Key.of(PARTNERS).child(partner).child(name).variable()));
        }
        return variables;
    }

    /** The name of the partner if {@code variable} is about its key {@code name}. */
    private static String partner(String variable, String name) {
        int end = variable.length() - Key.of(name).variable().length() + "MEDLEY".length();
        return variable.startsWith(PARTNER_PREFIX) && end > PARTNER_PREFIX.length()
                ? variable.substring(PARTNER_PREFIX.length(), end)
                        .toLowerCase(Locale.ROOT)
                        .replace('_', '-')
                : "";
    }
}
