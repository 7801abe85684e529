package dev.medley.setting.internal;

import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * What the settings of a class are made of: its keys, how the class sees their values, and which values do not go together. Users
 * meet the class and its builder only; what reads files and documents keys asks {@link #of} for this.
 *
 * @param owner to which the settings belong, for messages
 * @param keys the keys
 * @param view creates an object of the class; it checks nothing
 * @param check reports values that are valid each by itself, but not together
 * @param inFile reports those that a program may have together, but not a file
 */
public record SettingsType<V>(String owner, Group keys, Function<Settings, V> view, Check check, Check inFile) {

    /** Reports values that are valid each by itself, but not together. */
    @FunctionalInterface
    public interface Check {

        /** Reports each problem with the setting to change. */
        void check(Settings values, BiConsumer<Setting<?>, String> problems);
    }

    /** The type of settings whose values always go together. */
    public SettingsType(String owner, Group keys, Function<Settings, V> view) {
        this(owner, keys, view, (values, problems) -> {});
    }

    /** The type of settings that a program and a file may have alike. */
    public SettingsType(String owner, Group keys, Function<Settings, V> view, Check check) {
        this(owner, keys, view, check, (values, problems) -> {});
    }

    /** Returns the type of what {@code builder} builds. */
    public static <V> SettingsType<V> of(SettingsBuilder<?, V> builder) {
        return builder.type();
    }

    /** Reports all values of a file that do not go together. */
    public void checkFile(Settings values, BiConsumer<Setting<?>, String> problems) {
        check.check(values, problems);
        inFile.check(values, problems);
    }

    /** Returns {@code values} as an object of the class, without a check. */
    public V viewOf(Settings values) {
        return view.apply(values);
    }

    /** Returns all values that a view has been given, those of other groups too. */
    public static Settings values(SettingsView view) {
        return view.values();
    }

    /** Returns {@code values} as an object of the class; throws {@link IllegalArgumentException} if they do not go together. */
    public V checked(Settings values) {
        check.check(values, (setting, text) -> {
            throw new IllegalArgumentException("%s: %s: %s".formatted(owner, setting.path(), text));
        });
        return viewOf(values);
    }
}
