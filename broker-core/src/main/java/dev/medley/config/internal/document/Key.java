package dev.medley.config.internal.document;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A key of the configuration.
 *
 * @param names the names of the sections above it, and its own name
 */
public record Key(List<String> names) {

    /** The document as a whole. */
    public static final Key ROOT = new Key(List.of());

    private static final Pattern ITEM = Pattern.compile("\\[[0-9]{1,9}]");

    /** Returns the key that is written with dots. */
    public static Key of(String dotted) {
        return new Key(List.of(dotted.split("\\.", -1)));
    }

    /** Returns whether a name is that of an item of a list. */
    public static boolean isItem(String name) {
        return ITEM.matcher(name).matches();
    }

    /** Returns the position of an item in its list. */
    static int index(String item) {
        return Integer.parseInt(item, 1, item.length() - 1, 10);
    }

    /** Returns the key of that name below this one. */
    public Key child(String name) {
        return child(new Key(List.of(name)));
    }

    /** Returns the key that continues with the names of {@code rest}. */
    public Key child(Key rest) {
        return new Key(Stream.concat(names.stream(), rest.names.stream()).toList());
    }

    /** Returns the key of an item of a list. */
    public Key item(int index) {
        return child("[" + index + "]");
    }

    /** Returns whether it is an item of a list. */
    public boolean isItem() {
        return !isRoot() && isItem(name());
    }

    /** Returns the section that it is in. */
    public Key parent() {
        return new Key(names.subList(0, names.size() - 1));
    }

    /** Returns the last of its names. */
    public String name() {
        return names.get(names.size() - 1);
    }

    /** Returns whether {@code other} is a key below this one. */
    public boolean isAbove(Key other) {
        return other.names.size() > names.size()
                && other.names.subList(0, names.size()).equals(names);
    }

    /** Returns whether it is {@link #ROOT}. */
    public boolean isRoot() {
        return names.isEmpty();
    }

    /** Returns this key with {@code name} in place of {@code placeholder}. */
    public Key with(String placeholder, String name) {
        return new Key(names.stream()
                .map(each -> each.equals(placeholder) ? name : each)
                .toList());
    }

    /** Returns this key of a partner without the groups between it and the partner; every other key as it is. */
    public Key withoutGroups() {
        return names.size() < 4 ? this : new Key(names.subList(0, 2)).child(name());
    }

    /** Returns the environment variable that overrides it. */
    public String variable() {
        return "MEDLEY_" + toString().toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
    }

    @Override
    public String toString() {
        return String.join(".", names).replace(".[", "[");
    }
}
