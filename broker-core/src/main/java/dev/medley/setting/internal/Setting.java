package dev.medley.setting.internal;

import java.util.Optional;
import java.util.Set;

/**
 * The declaration of a key that has a value. Schema, reading, error messages, overrides and documentation follow from it.
 *
 * @param path the dotted key, without the section to which the outermost group belongs
 * @param parser type, bounds and unit
 * @param help the meaning
 * @param defaultValue the value when none is given, if that is the same in every configuration
 * @param fallback the setting whose value this one has when none is given
 * @param required true if a value must be given
 * @param whenUnset the default, or what holds without a value, as the documentation shows it
 * @param example the default as text, or another valid value if there is none
 * @param traits what else a user has to know
 */
public record Setting<T>(
        String path,
        ValueParser<T> parser,
        String help,
        Optional<T> defaultValue,
        Optional<Setting<T>> fallback,
        boolean required,
        String whenUnset,
        String example,
        Set<Trait> traits)
        implements Declared {

    /** Properties of a setting that a user has to know. */
    public enum Trait {
        /**
         * A reload changes it in place. For any other key, a partner is replaced by a new one with connections of its own, and a
         * server has to be restarted.
         */
        CHANGEABLE,
        /** In a servlet container the container decides it. */
        OF_CONTAINER
    }

    /** Returns whether the setting has a trait. */
    public boolean has(Trait trait) {
        return traits.contains(trait);
    }
}
