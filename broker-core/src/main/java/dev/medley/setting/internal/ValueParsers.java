package dev.medley.setting.internal;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The kinds of values. */
public final class ValueParsers {

    /** The longest duration; a much longer one no clock could count in nanoseconds. */
    public static final Duration MAX_DURATION = Duration.ofDays(365);

    /** The fault of a value that has another type than text. */
    public static final String NOT_TEXT = "is not text";

    private static final String TARGET_EXPECTED = "an encoded path with an optional query, such as /health";
    private static final Pattern TARGET = Pattern.compile("/[-A-Za-z0-9._~!$&'()*+,;=:@/?%]*");

    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]*");
    private static final Pattern FIELD = Pattern.compile("[A-Za-z][0-9A-Za-z_-]{0,63}");
    private static final Pattern URL_PATTERN = Pattern.compile("/[^*]*|/([^*]*/)?\\*|\\*\\.[^*/]+");
    private static final Pattern PARAMETER = Pattern.compile("[0-9A-Za-z_.\\[\\]-]{1,64}");
    private static final Pattern VARIABLE = Pattern.compile("[A-Za-z][0-9A-Za-z_]{0,63}");
    private static final Pattern MEMBER = Pattern.compile("[^\\p{Cntrl}]{1,200}");
    private static final Pattern MEDIA_TYPE =
            Pattern.compile("[0-9A-Za-z.+-]+/[0-9A-Za-z.+-]+( *; *[0-9A-Za-z-]+=[0-9A-Za-z.-]+)*");
    private static final Pattern DECIMAL = Pattern.compile("-?[0-9]{1,30}(\\.[0-9]{1,30})?");
    private static final Pattern HOST = Pattern.compile("[0-9A-Za-z._-]+|[0-9A-Fa-f]*:[0-9A-Fa-f]*:[0-9A-Za-z:.%]*");
    private static final String URL = "an http or https URL, such as http://127.0.0.1:9001";
    private static final int MAX_PORT = 65535;

    private ValueParsers() {}

    /** Returns the parser of durations in whole milliseconds, more than zero and at most a year. */
    public static ValueParser<Duration> duration() {
        return Quantities.duration(ChronoUnit.MILLIS, false, MAX_DURATION);
    }

    /** Returns the parser of durations in whole milliseconds, at most a year. */
    public static ValueParser<Duration> durationOrZero() {
        return Quantities.duration(ChronoUnit.MILLIS, true, MAX_DURATION);
    }

    /** Returns the parser of durations in whole microseconds, more than zero and at most {@code max}. */
    public static ValueParser<Duration> fineDuration(Duration max) {
        return Quantities.duration(ChronoUnit.MICROS, false, max);
    }

    /** Returns the parser of sizes in bytes, from {@code min} to {@code max}. */
    public static ValueParser<Long> size(long min, long max) {
        return Quantities.size(min, max);
    }

    /**
     * Returns the parser of whole numbers from {@code min} to {@code max}, which count {@code unit}. The maximum guards a
     * file against mistyped numbers; a program may exceed it.
     */
    public static ValueParser<Integer> wholeNumber(int min, int max, String unit) {
        return number(min, max, Integer.MAX_VALUE, unit + ", ", Math::toIntExact);
    }

    /** As {@link #wholeNumber}, for numbers that may have more than 31 bits. */
    public static ValueParser<Long> largeNumber(long min, long max, String unit) {
        return number(min, max, Long.MAX_VALUE, unit + ", ", number -> number);
    }

    /** Returns the parser of ports, with 0 for any free one. */
    public static ValueParser<Integer> port() {
        return number(0, MAX_PORT, MAX_PORT, "", Math::toIntExact);
    }

    private static <N extends Number> ValueParser<N> number(
            long min, long max, long maxOfPrograms, String unit, LongFunction<N> type) {
        String bounds = "%d to %d".formatted(min, max);
        String expected = "a whole number from " + bounds;
        String fault = "is not a whole number";
        return single(
                text -> {
                    if (!ValueParser.WHOLE_NUMBER.matcher(text).matches()) {
                        throw new InvalidValueException(text, fault, expected);
                    }
                    return type.apply(inRange(new BigInteger(text), min, max, expected));
                },
                String::valueOf,
                value -> inRange(BigInteger.valueOf(value.longValue()), min, maxOfPrograms, expected),
                expected,
                unit + bounds,
                fault,
                schema -> schema.put("type", "integer").put("minimum", min).put("maximum", max));
    }

    private static long inRange(BigInteger number, long min, long max, String expected) {
        if (number.compareTo(BigInteger.valueOf(min)) < 0 || number.compareTo(BigInteger.valueOf(max)) > 0) {
            throw new InvalidValueException(number.toString(), "is out of range", expected);
        }
        return number.longValueExact();
    }

    /** Returns the parser of booleans. */
    public static ValueParser<Boolean> flag() {
        String fault = "is not a boolean";
        String expected = "true or false";
        return single(
                text -> switch (text) {
                    case "true" -> true;
                    case "false" -> false;
                    default -> throw new InvalidValueException(text, fault, expected);
                },
                String::valueOf,
                value -> {},
                expected,
                "`true`, `false`",
                fault,
                schema -> schema.put("type", "boolean"));
    }

    /** Returns the parser of text: any, also one that looks like a number. */
    public static ValueParser<String> text() {
        return single(
                text -> text,
                text -> text,
                value -> {},
                "text",
                "text",
                NOT_TEXT,
                schema -> schema.putArray("type").add("string").add("integer").add("boolean"));
    }

    /** Returns the parser of expressions, which are compiled elsewhere. */
    public static ValueParser<String> expression() {
        return single(
                text -> text,
                text -> text,
                value -> {},
                "an expression in JSONata",
                "expression",
                NOT_TEXT,
                schema -> schema.putArray("type").add("string").add("boolean"));
    }

    /** Returns the parser of addresses to listen on. */
    public static ValueParser<String> host() {
        return text(HOST, "a host", "a name or an address, such as 127.0.0.1", "name or address");
    }

    /** Returns the parser of names that are keys themselves; {@code kind} is such as {@code a partner's name}. */
    public static ValueParser<String> name(String kind) {
        return text(NAME, kind, "lower-case letters, digits and hyphens after a letter", "name");
    }

    /** Returns the parser of URL patterns of servlets, which are keys themselves; {@code kind} is such as {@code a path}. */
    public static ValueParser<String> urlPattern(String kind) {
        return text(URL_PATTERN, kind, "one as in @WebServlet, such as /trip or /user/*", "path");
    }

    /** Returns the parser of names of header fields other than {@code reserved}, which are in lower case. */
    public static ValueParser<String> fieldName(Set<String> reserved) {
        String kind = "the name of a header field";
        String expected = "letters, digits, hyphens and underscores after a letter, 64 at most";
        return text(FIELD, kind, expected, kind, text -> {
            if (reserved.contains(text.toLowerCase(Locale.ROOT))) {
                throw new InvalidValueException(text, "is a field with a reserved meaning", "another name");
            }
        });
    }

    /** Returns the parser of names of header fields, which are keys themselves. */
    public static ValueParser<String> headerName() {
        return text(
                FIELD, "the name of a header field", "letters, digits, hyphens and underscores after a letter", "name");
    }

    /** Returns the parser of names of parameters, which are keys themselves. */
    public static ValueParser<String> parameterName() {
        return text(PARAMETER, "the name of a parameter", "letters, digits and any of _ . - [ ]", "name");
    }

    /** Returns the parser of names of variables, which are keys themselves; {@code kind} is such as {@code a name of an exchange}. */
    public static ValueParser<String> variableName(String kind) {
        return text(VARIABLE, kind, "letters, digits and underscores after a letter", "name");
    }

    /** Returns the parser of names of members of a JSON object, which are keys themselves. */
    public static ValueParser<String> memberName() {
        return text(MEMBER, "the name of a member", "a name without control characters", "name");
    }

    /** Returns the parser of the names of constants, which are keys themselves; {@code kind} is such as {@code a method}. */
    public static <E extends Enum<E>> ValueParser<String> constantName(String kind, Class<E> type) {
        List<String> names =
                Arrays.stream(type.getEnumConstants()).map(Enum::name).toList();
        return text(Pattern.compile(String.join("|", names)), kind, anyOf(names), "name");
    }

    /** Returns the parser of media types, perhaps with parameters. */
    public static ValueParser<String> mediaType() {
        return text(MEDIA_TYPE, "a media type", "one such as text/plain", "media type");
    }

    /** Returns the parser of decimal numbers. */
    public static ValueParser<BigDecimal> decimal() {
        return decimal(value -> true, "is not a number", "a decimal number, such as 0.5", "number");
    }

    /** A share of a whole, from 0 to 1. */
    public static ValueParser<BigDecimal> share() {
        return decimal(
                value -> value.signum() >= 0 && value.compareTo(BigDecimal.ONE) <= 0,
                "is not a share",
                "a decimal number from 0 to 1, such as 0.5",
                "number, 0 to 1");
    }

    private static ValueParser<BigDecimal> decimal(
            Predicate<BigDecimal> allowed, String fault, String expected, String unit) {
        return single(
                text -> {
                    if (!DECIMAL.matcher(text).matches() || !allowed.test(new BigDecimal(text))) {
                        throw new InvalidValueException(text, fault, expected);
                    }
                    return new BigDecimal(text);
                },
                BigDecimal::toPlainString,
                value -> {
                    if (!allowed.test(value)) {
                        throw new InvalidValueException(value.toPlainString(), fault, expected);
                    }
                },
                expected,
                unit,
                fault,
                schema -> schema.putArray("type").add("number").add("string"));
    }

    /** Returns the parser of regular expressions. */
    public static ValueParser<String> regularExpression() {
        Consumer<String> check = text -> {
            try {
                Pattern.compile(text);
            } catch (PatternSyntaxException x) {
                String fault =
                        "is not a regular expression: %s near index %d".formatted(x.getDescription(), x.getIndex());
                throw new InvalidValueException(text, fault, "one such as [A-Z]{3}");
            }
        };
        return single(
                text -> {
                    check.accept(text);
                    return text;
                },
                text -> text,
                check,
                "a regular expression, such as [A-Z]{3}",
                "regular expression",
                NOT_TEXT,
                schema -> schema.put("type", "string"));
    }

    /** Returns the parser of paths of files; {@code expected} says where a relative one starts. Whether there is such a file is not checked. */
    public static ValueParser<Path> file(String expected) {
        return single(
                text -> path(text, expected),
                Path::toString,
                value -> {},
                expected,
                "path",
                "is not a path",
                schema -> schema.put("type", "string").put("pattern", ".+"));
    }

    static Path path(String text, String expected) {
        try {
            if (!text.isEmpty()) {
                return Path.of(text);
            }
        } catch (InvalidPathException x) {
            throw new InvalidValueException(text, "is not a path", expected);
        }
        throw new InvalidValueException(text, "is not a path", expected);
    }

    /** Returns the parser of text that {@code pattern} matches; {@code kind} is such as {@code a host}. */
    public static ValueParser<String> text(Pattern pattern, String kind, String expected, String unit) {
        return text(pattern, kind, expected, unit, text -> {});
    }

    /** Returns the parser of text that {@code check}, which throws {@link InvalidValueException}, does not refuse. */
    public static ValueParser<String> checkedText(Consumer<String> check, String expected, String unit) {
        return single(
                text -> {
                    check.accept(text);
                    return text;
                },
                text -> text,
                check,
                expected,
                unit,
                NOT_TEXT,
                schema -> schema.put("type", "string"));
    }

    private static ValueParser<String> text(
            Pattern pattern, String kind, String expected, String unit, Consumer<String> further) {
        Consumer<String> check = text -> {
            if (!pattern.matcher(text).matches()) {
                throw new InvalidValueException(text, "is not " + kind, expected);
            }
            further.accept(text);
        };
        return single(
                text -> {
                    check.accept(text);
                    return text;
                },
                text -> text,
                check,
                expected,
                unit,
                NOT_TEXT,
                schema -> schema.put("type", "string").put("pattern", "^(" + pattern + ")$"));
    }

    /** Returns the parser of targets of requests that Medley makes by itself: encoded paths, perhaps with a query. */
    public static ValueParser<String> target() {
        return single(
                ValueParsers::checkedTarget,
                Function.identity(),
                ValueParsers::checkedTarget,
                TARGET_EXPECTED,
                "path",
                NOT_TEXT,
                schema -> schema.put("type", "string").put("pattern", "^" + TARGET + "$"));
    }

    private static String checkedTarget(String text) {
        if (!TARGET.matcher(text).matches()) {
            throw new InvalidValueException(text, "is not a path", TARGET_EXPECTED);
        }
        return text;
    }

    /** Returns the parser of {@code http} and {@code https} URLs without user, query and fragment. */
    public static ValueParser<URI> url() {
        return single(
                ValueParsers::parseUrl,
                URI::toString,
                value -> parseUrl(value.toString()),
                URL,
                "an `http` or `https` URL without user, query and fragment",
                NOT_TEXT,
                schema -> schema.put("type", "string")
                        .put("pattern", "^[Hh][Tt][Tt][Pp][Ss]?://[^/@?#]+(/[^?#]*)?$")
                        .putArray("examples")
                        .add("http://127.0.0.1:9001"));
    }

    private static URI parseUrl(String text) {
        URI url;
        try {
            url = new URI(text);
        } catch (URISyntaxException x) {
            throw new InvalidValueException(text, "is not a URL", URL);
        }
        if (!"http".equalsIgnoreCase(url.getScheme()) && !"https".equalsIgnoreCase(url.getScheme())) {
            throw new InvalidValueException(text, "is not an http or https URL", URL);
        }
        if (url.getHost() == null) {
            throw new InvalidValueException(text, "has a missing or invalid host", URL);
        }
        if (url.getPort() == 0 || url.getPort() > MAX_PORT) {
            throw new InvalidValueException(text, "has an invalid port", "a port from 1 to " + MAX_PORT);
        }
        if (url.getRawUserInfo() != null || url.getRawQuery() != null || url.getRawFragment() != null) {
            throw new InvalidValueException(
                    text, "has a user, a query or a fragment", "host, port and an optional path");
        }
        return url;
    }

    /**
     * Returns the parser of an enumeration. A program may give every value: it may configure another JVM.
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
        String expected = anyOf(choices.keySet().stream()
                .filter(each -> !refused.containsKey(each))
                .toList());
        return single(
                text -> {
                    @Nullable E choice = choices.get(text);
                    if (choice == null || refused.containsKey(text)) {
                        throw new InvalidValueException(text, refused.getOrDefault(text, "is not " + kind), expected);
                    }
                    return choice;
                },
                name,
                value -> {},
                expected,
                choices.keySet().stream().map(each -> "`" + each + "`").collect(Collectors.joining(", ")),
                NOT_TEXT,
                schema -> describeChoice(schema, choices.keySet()));
    }

    /** A name that is a number, such as a version, may be written without quotation marks: it is a number to an editor then. */
    private static void describeChoice(ObjectNode schema, Collection<String> names) {
        List<String> numbers =
                names.stream().filter(each -> DECIMAL.matcher(each).matches()).toList();
        if (numbers.isEmpty()) {
            schema.put("type", "string");
        } else {
            schema.putArray("type").add("string").add("number");
        }
        ArrayNode values = schema.putArray("enum");
        names.forEach(values::add);
        numbers.forEach(each -> values.add(new BigDecimal(each)));
    }

    /** Returns the parser of lists whose items {@code item} parses; as text, they are separated by commas. */
    public static <T> ValueParser<List<T>> list(ValueParser<T> item) {
        return new ValueParser<>(
                texts -> texts.stream().map(item::parse).toList(),
                values -> values.isEmpty()
                        ? ValueParser.EMPTY_LIST
                        : values.stream().map(item::format).collect(Collectors.joining(",")),
                values -> values.forEach(item::check),
                "a list, in which each item is " + item.expected(),
                "list; each item: " + item.unit(),
                "is not a list",
                schema -> item.keywords().accept(schema.put("type", "array").putObject("items")),
                Optional.of(item));
    }

    /** Returns the names as an enumeration in a sentence. */
    static String anyOf(List<String> names) {
        int last = names.size() - 1;
        return last == 0 ? names.get(0) : String.join(", ", names.subList(0, last)) + " or " + names.get(last);
    }

    /** Returns a parser of values that are not lists. */
    static <T> ValueParser<T> single(
            Function<String, T> parsing,
            Function<T, String> formatting,
            Consumer<T> bounds,
            String expected,
            String unit,
            String typeFault,
            Consumer<ObjectNode> keywords) {
        return new ValueParser<>(
                texts -> parsing.apply(texts.get(0)),
                formatting,
                bounds,
                expected,
                unit,
                typeFault,
                keywords,
                Optional.empty());
    }
}
