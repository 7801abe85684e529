package dev.medley.config.internal;

import dev.medley.config.ConfigurationException;
import dev.medley.config.MashupSettings;
import dev.medley.config.internal.document.Key;
import dev.medley.setting.internal.InvalidValueException;
import dev.medley.setting.internal.ValueParser;
import dev.medley.setting.internal.ValueParsers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The own settings of mashups, as the configuration and programs give them, and which of them have been read. Thread-safe. */
public final class DefaultMashupSettings implements MashupSettings {

    private static final long MAX_SIZE = 1L << 40;

    private final SettingValues values;
    /** The keys that were read, by the variables that override them; more than one only if that variable is not given. */
    private final Map<String, Set<Key>> read;

    private final String reader;
    /** The problems of a start, or null after it: a wrong value is then refused where it is read. */
    private volatile @Nullable List<String> collected;

    private DefaultMashupSettings(SettingValues values, Map<String, Set<Key>> read, String reader) {
        this.values = values;
        this.read = read;
        this.reader = reader;
    }

    /** Returns the settings with these values, of which none has been read. */
    public static DefaultMashupSettings of(SettingValues values) {
        return new DefaultMashupSettings(values, new ConcurrentSkipListMap<>(), "the application");
    }

    /** Returns these settings for {@code name}, which messages then have. */
    public DefaultMashupSettings forReader(String name) {
        return new DefaultMashupSettings(values, read, name);
    }

    /**
     * Returns these settings for the start of {@code name}: for a wrong value of a setting with a default, that default is
     * returned, and the problem is kept until {@link #endStart}.
     */
    public DefaultMashupSettings forStartOf(String name) {
        DefaultMashupSettings starting = forReader(name);
        starting.collected = new CopyOnWriteArrayList<>();
        return starting;
    }

    /** Ends the start, and returns the problems that were kept; from now on a wrong value is refused where it is read. */
    public List<String> endStart() {
        List<String> problems = collected;
        collected = null;
        return problems == null ? List.of() : List.copyOf(problems);
    }

    @Override
    public String text(String key) {
        return required(key, ValueParsers.text());
    }

    @Override
    public String text(String key, String unset) {
        return optional(key, ValueParsers.text(), unset);
    }

    @Override
    public int number(String key, int min, int max) {
        checkBounds(key, min, max);
        return required(key, number(min, max));
    }

    @Override
    public int number(String key, int min, int max, int unset) {
        checkBounds(key, min, max);
        if (unset < min || unset > max) {
            throw problem(
                    "%s: the default of number(\"%s\", %d, %d, %d) is out of range; expected the smallest value, the"
                                    .formatted(SettingValues.key(key), key, min, max, unset)
                            + " largest, and a default between them");
        }
        return optional(key, number(min, max), unset);
    }

    @Override
    public boolean flag(String key) {
        return required(key, ValueParsers.flag());
    }

    @Override
    public boolean flag(String key, boolean unset) {
        return optional(key, ValueParsers.flag(), unset);
    }

    @Override
    public Duration duration(String key) {
        return required(key, ValueParsers.duration());
    }

    @Override
    public Duration duration(String key, Duration unset) {
        return optional(key, ValueParsers.duration(), unset);
    }

    @Override
    public long size(String key) {
        return required(key, ValueParsers.size(0, MAX_SIZE));
    }

    @Override
    public long size(String key, long unset) {
        return optional(key, ValueParsers.size(0, MAX_SIZE), unset);
    }

    @Override
    public <E extends Enum<E>> E choice(String key, Class<E> type) {
        return required(key, constants(type));
    }

    @Override
    public <E extends Enum<E>> E choice(String key, E unset) {
        return optional(key, constants(unset.getDeclaringClass()), unset);
    }

    @Override
    public List<String> list(String key) {
        return required(key, ValueParsers.list(ValueParsers.text()));
    }

    @Override
    public List<String> list(String key, List<String> unset) {
        return optional(key, ValueParsers.list(ValueParsers.text()), unset);
    }

    /** Returns a line for each key and variable that is given and has not been read, with the key that was perhaps meant. */
    public List<String> unread() {
        List<Key> known = read.values().stream().flatMap(Set::stream).toList();
        List<String> lines = new ArrayList<>();
        for (Key key : values.keys()) {
            SettingValues.Value value = values.find(key);
            if (value != null && !known.contains(key)) {
                lines.add(unread(
                        value.key().label(key),
                        key.toString(),
                        known.stream().map(Key::toString).toList()));
            }
        }
        for (String variable : values.variables()) {
            if (!read.containsKey(variable)) {
                lines.add(unread(variable, variable, read.keySet()));
            }
        }
        return lines;
    }

    private static String unread(String label, String name, Collection<String> known) {
        String expected = known.isEmpty()
                ? "no mashup reads settings"
                : Similar.nearest(name, known)
                        .map(similar -> "did you mean " + similar + "?")
                        .orElseGet(() -> "expected " + String.join(", ", known));
        return label + ": no mashup reads it in init(); " + expected;
    }

    private void checkBounds(String key, int min, int max) {
        if (min > max) {
            throw problem("%s: number(\"%s\", %d, %d) allows no value; expected the smallest one before the largest"
                    .formatted(SettingValues.key(key), key, min, max));
        }
    }

    private static ValueParser<Integer> number(int min, int max) {
        return ValueParsers.wholeNumber(min, max, "numbers");
    }

    private static <E extends Enum<E>> ValueParser<E> constants(Class<E> type) {
        return ValueParsers.choice(
                "one of the choices",
                type,
                constant -> constant.name().toLowerCase(Locale.ROOT).replace('_', '-'),
                Map.of());
    }

    private <T> T optional(String key, ValueParser<T> parser, T unset) {
        List<String> problems = collected;
        try {
            @Nullable T value = find(SettingValues.key(key), parser);
            return value == null ? unset : value;
        } catch (ConfigurationException x) {
            if (problems == null) {
                throw x;
            }
            problems.addAll(x.problems());
            return unset;
        }
    }

    private <T> T required(String dotted, ValueParser<T> parser) {
        Key key = SettingValues.key(dotted);
        @Nullable T value = find(key, parser);
        if (value == null) {
            throw problem("%s: is not set; expected %s, in the file, by --set %s=... or by %s"
                    .formatted(key, parser.expected(), key, key.variable()));
        }
        return value;
    }

    private <T> @Nullable T find(Key key, ValueParser<T> parser) {
        Set<Key> same = read.computeIfAbsent(key.variable(), variable -> new CopyOnWriteArraySet<>());
        same.add(key);
        if (same.size() > 1 && values.variables().contains(key.variable())) {
            throw problem("%s: is ambiguous: it can mean %s; expected a flag (--set) instead"
                    .formatted(key.variable(), same.stream().map(Key::toString).collect(Collectors.joining(" or "))));
        }
        SettingValues.@Nullable Value value = values.find(key);
        if (value == null) {
            if (values.isSection(key)) {
                throw problem(key + ": is a section; expected " + parser.expected());
            }
            return null;
        }
        try {
            return parser.read(checked(value, parser));
        } catch (InvalidValueException x) {
            throw problem(value.location().label(key) + ": " + x.getMessage());
        } catch (WrongType x) {
            throw problem(
                    "%s: %s; expected %s".formatted(value.location().label(key), x.getMessage(), parser.expected()));
        }
    }

    /** Returns the value, as a list if {@code parser} is for one. */
    private static JsonNode checked(SettingValues.Value value, ValueParser<?> parser) throws WrongType {
        JsonNode node = value.node();
        boolean list = parser.item().isPresent();
        if (node.isNull()) {
            throw new WrongType("has no value");
        }
        if (list && value.isText()) {
            return parser.node(node.asString());
        }
        if (node.isArray() != list) {
            throw new WrongType(list ? InvalidValueException.quoted(node.asString()) + " is not a list" : "is a list");
        }
        for (JsonNode item : node) {
            if (item.isNull()) {
                throw new WrongType("has an item without a value");
            }
        }
        return node;
    }

    private ConfigurationException problem(String text) {
        String shown = values.withoutHidden(text) + " (read by " + reader + ")";
        return new ConfigurationException(List.of(InvalidValueException.inLine(shown)));
    }

    private static final class WrongType extends Exception {

        private static final long serialVersionUID = 1L;

        WrongType(String fault) {
            super(fault, null, false, false);
        }
    }
}
