package dev.medley.setting;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The declaration of a section: either keys with fixed names, or keys with free names that have the same group below
 * them. A static initializer fills it, before its class can be used; afterwards it does not change.
 */
public final class Group implements Declared {

    private final @Nullable Group parent;
    private final String name;
    private final String help;
    private final @Nullable ValueParser<String> names;
    private final Map<String, Declared> members = new LinkedHashMap<>();
    private @Nullable Group element;

    private Group(@Nullable Group parent, String name, String help, @Nullable ValueParser<String> names) {
        this.parent = parent;
        this.name = name;
        this.help = help;
        this.names = names;
    }

    /** Returns an outermost group. */
    public static Group of(String help) {
        return new Group(null, "", help, null);
    }

    /** Returns a section whose keys are free names, parsed by {@code names}, each with {@code element} below it. */
    public static Group named(String help, ValueParser<String> names, Group element) {
        Group group = new Group(null, "", help, names);
        group.element = element;
        return group;
    }

    /** Declares a group below this one. */
    public Group group(String below, String meaning) {
        Group group = new Group(this, below, meaning, null);
        add(below, group);
        return group;
    }

    /** Begins the declaration of a setting; it is complete with its default. */
    public <T> Setting.Declaration<T> key(String key, ValueParser<T> parser, String meaning) {
        return new Setting.Declaration<>(this, key, parser, meaning);
    }

    /** Adds a member that is declared elsewhere, and returns this group. */
    public Group add(String key, Declared member) {
        if (members.putIfAbsent(key, member) != null) {
            throw new IllegalStateException(path(key) + " is declared twice");
        }
        return this;
    }

    @Override
    public String help() {
        return help;
    }

    /** Returns the members with fixed names, in the order of their declaration. */
    public Map<String, Declared> members() {
        return Collections.unmodifiableMap(members);
    }

    /** Returns the parser of free names, if names are free. */
    public Optional<ValueParser<String>> names() {
        return Optional.ofNullable(names);
    }

    /** Returns the group below each free name, if names are free. */
    public Optional<Group> element() {
        return Optional.ofNullable(element);
    }

    /** Returns the member {@code key}, or the group below every free name. */
    public Optional<Declared> find(String key) {
        return Optional.<Declared>ofNullable(members.get(key)).or(this::element);
    }

    /** Returns the settings of this group and of the groups below it, in the order of their declaration. */
    public Stream<Setting<?>> settings() {
        return members.values().stream()
                .flatMap(member -> member instanceof Group group ? group.settings() : Stream.of((Setting<?>) member));
    }

    String path(String key) {
        return parent == null ? key : Objects.requireNonNull(parent).path(name) + "." + key;
    }
}
