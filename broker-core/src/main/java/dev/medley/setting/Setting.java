package dev.medley.setting;

import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * The declaration of a key that has a value: name, type, bounds, unit, default and help text. Schema, reading, error
 * messages, overrides and documentation follow from it. Two settings are equal only if they are the same.
 */
public final class Setting<T> implements Declared {

    /** Properties of a setting that a user has to know. */
    public enum Trait {
        /** Its value can be changed while the server runs. */
        CHANGEABLE,
        /** In a servlet container the container decides it. */
        OF_CONTAINER
    }

    private final Declaration<T> declaration;
    private final Optional<T> defaultValue;
    private final Optional<Setting<T>> fallback;
    private final boolean required;
    private final String whenUnset;
    private final String example;

    private Setting(
            Declaration<T> declaration,
            Optional<T> defaultValue,
            Optional<Setting<T>> fallback,
            boolean required,
            String whenUnset,
            String example) {
        this.declaration = declaration;
        this.defaultValue = defaultValue;
        this.fallback = fallback;
        this.required = required;
        this.whenUnset = whenUnset;
        this.example = example;
        declaration.group.add(declaration.name, this);
    }

    /** Returns the dotted key, without the section to which the outermost group belongs. */
    public String path() {
        return declaration.group.path(declaration.name);
    }

    public ValueParser<T> parser() {
        return declaration.parser;
    }

    @Override
    public String help() {
        return declaration.help;
    }

    /** Returns the value when none is given, if that is the same in every configuration. */
    public Optional<T> defaultValue() {
        return defaultValue;
    }

    /** Returns the setting whose value this one has when none is given. */
    public Optional<Setting<T>> fallback() {
        return fallback;
    }

    /** True if a value must be given. */
    public boolean required() {
        return required;
    }

    /** Returns the default, or what holds without a value, as the documentation shows it. */
    public String whenUnset() {
        return whenUnset;
    }

    /** Returns the default as text, or another valid value if there is none. */
    public String example() {
        return example;
    }

    public boolean has(Trait trait) {
        return declaration.traits.contains(trait);
    }

    @Override
    public String toString() {
        return path();
    }

    /** A setting that still lacks its default. */
    public static final class Declaration<T> {

        private final Group group;
        private final String name;
        private final ValueParser<T> parser;
        private final String help;
        private final Set<Trait> traits = EnumSet.noneOf(Trait.class);

        Declaration(Group group, String name, ValueParser<T> parser, String help) {
            this.group = group;
            this.name = name;
            this.parser = parser;
            this.help = help;
        }

        public Declaration<T> with(Trait trait) {
            traits.add(trait);
            return this;
        }

        /** Declares a setting with a default. */
        public Setting<T> defaultsTo(T value) {
            String text = parser.format(value);
            return new Setting<>(this, Optional.of(value), Optional.empty(), false, "`" + text + "`", text);
        }

        /** Declares a setting that has the value of another one unless it is given. */
        public Setting<T> defaultsTo(Setting<T> other) {
            String text = "that of `" + other.path() + "`";
            return new Setting<>(this, Optional.empty(), Optional.of(other), false, text, other.example);
        }

        /** Declares a setting that must be given. */
        public Setting<T> required(String example) {
            return new Setting<>(this, Optional.empty(), Optional.empty(), true, "none: must be given", example);
        }

        /** Declares a setting without a default; {@code whenUnset} completes "unset:". */
        public Setting<T> optional(String whenUnset, String example) {
            return new Setting<>(this, Optional.empty(), Optional.empty(), false, whenUnset, example);
        }
    }
}
