package dev.medley.setting;

import java.math.BigInteger;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The kinds of values. */
public final class ValueParsers {

    /** The longest duration; a much longer one no clock could count in nanoseconds. */
    public static final Duration MAX_DURATION = Duration.ofDays(365);

    private static final Pattern WHOLE_NUMBER = Pattern.compile("-?(0|[1-9][0-9]{0,99})");
    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]*");
    private static final Pattern HOST = Pattern.compile("[0-9A-Za-z._-]+|[0-9A-Fa-f]*:[0-9A-Fa-f]*:[0-9A-Za-z:.%]*");
    private static final String URL = "an http URL, such as http://127.0.0.1:9001";
    private static final int MAX_PORT = 65535;

    private ValueParsers() {}

    /** Returns the parser of durations in whole milliseconds, more than zero and at most a year. */
    public static ValueParser<Duration> duration() {
        return new Quantities.DurationParser(Duration.ofMillis(1), false, MAX_DURATION);
    }

    /** Returns the parser of durations in whole milliseconds, at most a year. */
    public static ValueParser<Duration> durationOrZero() {
        return new Quantities.DurationParser(Duration.ofMillis(1), true, MAX_DURATION);
    }

    /** Returns the parser of durations in whole microseconds, more than zero and at most {@code max}. */
    public static ValueParser<Duration> fineDuration(Duration max) {
        return new Quantities.DurationParser(Duration.ofNanos(1_000), false, max);
    }

    /** Returns the parser of sizes in bytes, from {@code min} to {@code max}. */
    public static ValueParser<Long> size(long min, long max) {
        return new Quantities.SizeParser(min, max);
    }

    /**
     * Returns the parser of whole numbers from {@code min} to {@code max}, which count {@code unit}. The maximum guards a
     * file against mistyped numbers; a program may exceed it.
     */
    public static ValueParser<Integer> wholeNumber(int min, int max, String unit) {
        return number(min, max, unit, value -> Math.min(value, max));
    }

    /** Returns the parser of ports, with 0 for any free one. */
    public static ValueParser<Integer> port() {
        return number(0, MAX_PORT, "", value -> value);
    }

    private static ValueParser<Integer> number(int min, int max, String unit, UnaryOperator<Integer> checked) {
        String fault = "is not a whole number";
        String expected = "a whole number from %d to %d".formatted(min, max);
        String bounds = "%d to %d".formatted(min, max);
        return new Scalar<>(
                text -> {
                    if (!WHOLE_NUMBER.matcher(text).matches()) {
                        throw new InvalidValueException(text, fault, expected);
                    }
                    BigInteger number = new BigInteger(text);
                    if (number.compareTo(BigInteger.valueOf(min)) < 0
                            || number.compareTo(BigInteger.valueOf(max)) > 0) {
                        throw new InvalidValueException(text, "is out of range", expected);
                    }
                    return number.intValueExact();
                },
                expected,
                unit.isEmpty() ? bounds : unit + ", " + bounds,
                fault,
                schema -> schema.put("type", "integer").put("minimum", min).put("maximum", max),
                checked);
    }

    /** Returns the parser of booleans. */
    public static ValueParser<Boolean> flag() {
        String fault = "is not a boolean";
        String expected = "true or false";
        return new Scalar<>(
                text -> switch (text) {
                    case "true" -> true;
                    case "false" -> false;
                    default -> throw new InvalidValueException(text, fault, expected);
                },
                expected,
                "`true`, `false`",
                fault,
                schema -> schema.put("type", "boolean"),
                value -> value);
    }

    /** Returns the parser of addresses to listen on. */
    public static ValueParser<String> host() {
        return text(HOST, "a host", "a name or an address, such as 127.0.0.1", "name or address");
    }

    /** Returns the parser of names that are keys themselves; {@code kind} is such as {@code a partner's name}. */
    public static ValueParser<String> name(String kind) {
        return text(NAME, kind, "lower-case letters, digits and hyphens after a letter", "name");
    }

    private static ValueParser<String> text(Pattern pattern, String kind, String expected, String unit) {
        return new Scalar<>(
                text -> {
                    if (!pattern.matcher(text).matches()) {
                        throw new InvalidValueException(text, "is not " + kind, expected);
                    }
                    return text;
                },
                expected,
                unit,
                Scalar.NOT_TEXT,
                schema -> schema.put("type", "string").put("pattern", "^(" + pattern + ")$"),
                value -> value);
    }

    /** Returns the parser of {@code http} URLs without user, query and fragment. */
    public static ValueParser<URI> url() {
        return new Scalar<>(
                ValueParsers::parseUrl,
                URL,
                "an `http` URL without user, query and fragment",
                Scalar.NOT_TEXT,
                schema -> schema.put("type", "string")
                        .put("pattern", "^[Hh][Tt][Tt][Pp]://[^/@?#]+(/[^?#]*)?$")
                        .putArray("examples")
                        .add("http://127.0.0.1:9001"),
                value -> value);
    }

    private static URI parseUrl(String text) {
        URI url;
        try {
            url = new URI(text);
        } catch (URISyntaxException x) {
            throw new InvalidValueException(text, "is not a URL", URL);
        }
        if ("https".equalsIgnoreCase(url.getScheme())) {
            throw new InvalidValueException(text, "needs TLS, and only http is supported so far", URL);
        }
        if (!"http".equalsIgnoreCase(url.getScheme())) {
            throw new InvalidValueException(text, "is not an http URL", URL);
        }
        if (url.getHost() == null) {
            throw new InvalidValueException(text, "has no host, or one that is not valid", URL);
        }
        if (url.getPort() == 0 || url.getPort() > MAX_PORT) {
            throw new InvalidValueException(text, "has a port that does not exist", "a port from 1 to " + MAX_PORT);
        }
        if (url.getRawUserInfo() != null || url.getRawQuery() != null || url.getRawFragment() != null) {
            throw new InvalidValueException(text, "has a user, a query or a fragment", "host, port and perhaps a path");
        }
        return url;
    }

    /**
     * Returns the parser of an enumeration.
     *
     * @param kind such as {@code an execution mode}
     * @param type the enumeration
     * @param name the name of a value in the configuration
     * @param refused names that are known and not available, each with the fault that a message has
     */
    public static <E extends Enum<E>> ValueParser<E> choice(
            String kind, Class<E> type, Function<E, String> name, Map<String, String> refused) {
        Map<String, E> choices = new LinkedHashMap<>();
        Arrays.stream(type.getEnumConstants()).forEach(each -> choices.put(name.apply(each), each));
        return new Choice<>(kind, choices, name, refused);
    }

    /** Returns the parser of lists whose items {@code item} parses. */
    public static <T> ValueParser<List<T>> list(ValueParser<T> item) {
        return new Items<>(item);
    }

    private record Scalar<T>(
            Function<String, T> parsing,
            String expected,
            String unit,
            String typeFault,
            Consumer<ObjectNode> keywords,
            UnaryOperator<T> checked)
            implements ValueParser<T> {

        static final String NOT_TEXT = "is not text";

        @Override
        public T parse(String text) {
            return parsing.apply(text);
        }

        @Override
        public void check(T value) {
            parse(format(checked.apply(value)));
        }

        @Override
        public void describe(ObjectNode schema) {
            keywords.accept(schema);
        }
    }

    private record Choice<E>(String kind, Map<String, E> choices, Function<E, String> name, Map<String, String> refused)
            implements ValueParser<E> {

        @Override
        public E parse(String text) {
            @Nullable E choice = choices.get(text);
            @Nullable String fault = refused.get(text);
            if (choice == null || fault != null) {
                throw new InvalidValueException(text, fault == null ? "is not " + kind : fault, expected());
            }
            return choice;
        }

        @Override
        public String format(E value) {
            return name.apply(value);
        }

        /** Accepts every value: a program may configure a mode for another JVM, and then has its error at the start. */
        @Override
        public void check(E value) {}

        @Override
        public String expected() {
            List<String> names = choices.keySet().stream()
                    .filter(each -> !refused.containsKey(each))
                    .toList();
            int last = names.size() - 1;
            return last == 0 ? names.get(0) : String.join(", ", names.subList(0, last)) + " or " + names.get(last);
        }

        @Override
        public String unit() {
            return choices.keySet().stream().map(each -> "`" + each + "`").collect(Collectors.joining(", "));
        }

        @Override
        public void describe(ObjectNode schema) {
            schema.put("type", "string");
            choices.keySet().forEach(schema.putArray("enum")::add);
        }
    }

    private record Items<T>(ValueParser<T> each) implements ValueParser<List<T>> {

        @Override
        public List<T> parse(String text) {
            return text.isEmpty()
                    ? List.of()
                    : Arrays.stream(text.split(",", -1))
                            .map(part -> each.parse(part.strip()))
                            .toList();
        }

        @Override
        public List<T> read(JsonNode value) {
            return value.valueStream().map(each::read).toList();
        }

        @Override
        public void check(List<T> value) {
            value.forEach(each::check);
        }

        @Override
        public String format(List<T> value) {
            return value.stream().map(each::format).collect(Collectors.joining(","));
        }

        @Override
        public String expected() {
            return "a list, in which each item is " + each.expected();
        }

        @Override
        public String unit() {
            return "list; each item: " + each.unit();
        }

        @Override
        public String typeFault() {
            return "is not a list";
        }

        @Override
        public Optional<ValueParser<?>> item() {
            return Optional.of(each);
        }

        @Override
        public void describe(ObjectNode schema) {
            each.describe(schema.put("type", "array").putObject("items"));
        }
    }
}
