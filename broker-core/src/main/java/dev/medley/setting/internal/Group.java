package dev.medley.setting.internal;

import dev.medley.setting.internal.Setting.Trait;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The declaration of a section: either keys with fixed names, or keys with free names that have the same group below
 * them. A static initializer fills it, before its class can be used; afterwards it does not change.
 */
public final class Group implements Declared {

    /** The key that stands for every free name. */
    public static final String ANY_NAME = "<name>";

    private final String prefix;
    private final String help;
    private final @Nullable ValueParser<String> names;
    private final Map<String, Declared> members = new LinkedHashMap<>();
    private List<String> alternatives = List.of();
    private @Nullable Setting<?> list;

    private Group(String prefix, String help, @Nullable ValueParser<String> names) {
        this.prefix = prefix;
        this.help = help;
        this.names = names;
    }

    /** Returns an outermost group. */
    public static Group of(String help) {
        return new Group("", help, null);
    }

    /** Returns the section {@code key} of an outermost group, to which it is added where that is declared. */
    public static Group section(String key, String help) {
        return new Group(key + ".", help, null);
    }

    /** Returns a section whose keys are free names, parsed by {@code names}, each with {@code element} below it. */
    public static Group named(String help, ValueParser<String> names, Group element) {
        return named(help, names).add(ANY_NAME, element);
    }

    /** Returns a section whose keys are free names, parsed by {@code names}; {@link #ANY_NAME} is to be declared in it. */
    public static Group named(String help, ValueParser<String> names) {
        return new Group("", help, names);
    }

    /** Declares a group below this one. */
    public Group group(String key, String meaning) {
        Group group = new Group(prefix + key + ".", meaning, null);
        add(key, group);
        return group;
    }

    /** Declares a setting with a default. */
    public <T> Setting<T> key(String key, ValueParser<T> parser, T value, String meaning, Trait... traits) {
        String text = parser.format(value);
        boolean items = parser.item().isPresent() && !text.equals(ValueParser.EMPTY_LIST);
        String example = items ? "[" + text + "]" : text;
        return declare(
                key,
                parser,
                Optional.of(value),
                Optional.empty(),
                false,
                "`" + example + "`",
                example,
                meaning,
                traits);
    }

    /** Declares a setting that has the value of another one unless it is given. */
    public <T> Setting<T> key(String key, ValueParser<T> parser, Setting<T> other, String meaning) {
        String unset = "same as `" + other.path() + "`";
        return declare(key, parser, Optional.empty(), Optional.of(other), false, unset, other.example(), meaning);
    }

    /** Declares a setting that must be given. */
    public <T> Setting<T> required(String key, ValueParser<T> parser, String example, String meaning) {
        String unset = "none: must be given";
        return declare(key, parser, Optional.empty(), Optional.empty(), true, unset, example, meaning);
    }

    /** Declares a setting without a default; {@code unset} completes "unset:". */
    public <T> Setting<T> optional(
            String key, ValueParser<T> parser, String unset, String example, String meaning, Trait... traits) {
        return declare(key, parser, Optional.empty(), Optional.empty(), false, unset, example, meaning, traits);
    }

    /** Requires that one of these keys of the group is given; a message that none is names the first. */
    public void requireOneOf(Setting<?>... keys) {
        alternatives = Stream.of(keys)
                .map(key -> key.path().substring(prefix.length()))
                .toList();
    }

    /** Returns the keys of which one must be given, if there are such. */
    public List<String> alternatives() {
        return alternatives;
    }

    private <T> Setting<T> declare(
            String key,
            ValueParser<T> parser,
            Optional<T> value,
            Optional<Setting<T>> other,
            boolean required,
            String unset,
            String example,
            String meaning,
            Trait... traits) {
        Setting<T> setting =
                new Setting<>(prefix + key, parser, meaning, value, other, required, unset, example, Set.of(traits));
        add(key, setting);
        return setting;
    }

    /** Declares that the setting {@code key}, which is a list, may also be a section with free names. */
    public void orSection(String key, Group section) {
        if (!(members.get(key) instanceof Setting<?> setting)) {
            throw new IllegalStateException(prefix + key + " is no setting");
        }
        section.list = setting;
        members.put(key, section);
    }

    /** Returns the setting that a list in the place of this section is; null if there must be none. */
    public @Nullable Setting<?> list() {
        return list;
    }

    /** Adds a member that is declared elsewhere, and returns this group. */
    public Group add(String key, Declared member) {
        if (members.putIfAbsent(key, member) != null) {
            throw new IllegalStateException(prefix + key + " is declared twice");
        }
        return this;
    }

    /** Adds the members of {@code others}, which has the same place as this group. */
    public void addAll(Group others) {
        others.members.forEach(this::add);
    }

    @Override
    public String help() {
        return help;
    }

    /** Returns the members in the order of their declaration; if names are free, the one below every name. */
    public Map<String, Declared> members() {
        return Collections.unmodifiableMap(members);
    }

    /** Returns the parser of free names, if names are free. */
    public Optional<ValueParser<String>> names() {
        return Optional.ofNullable(names);
    }

    /** Returns the member {@code key}, or the group below every free name; null if there is neither. */
    public @Nullable Declared find(String key) {
        return members.getOrDefault(key, members.get(ANY_NAME));
    }

    /**
     * Returns the settings of this group and of the groups below it, in the order of their declaration; without those below free
     * names.
     */
    public Stream<Setting<?>> settings() {
        return members.values().stream().flatMap(member -> {
            if (member instanceof Group group) {
                Setting<?> ofList = group.list;
                return ofList != null
                        ? Stream.of(ofList)
                        : group.names().isPresent() ? Stream.empty() : group.settings();
            }
            return member instanceof Setting<?> setting ? Stream.of(setting) : Stream.empty();
        });
    }
}
