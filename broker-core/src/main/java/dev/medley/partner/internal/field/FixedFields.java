package dev.medley.partner.internal.field;

import dev.medley.connection.Header;
import dev.medley.connection.internal.HeaderFields;
import dev.medley.connection.internal.HopByHopHeaders;
import dev.medley.setting.internal.Group;
import dev.medley.setting.internal.InvalidValueException;
import dev.medley.setting.internal.ValueParser;
import dev.medley.setting.internal.ValueParsers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The header fields that the configuration of a partner has for each request to it. Their values may be
 * secret, so no message and no text of this object has them. Immutable.
 */
public final class FixedFields {

    /** No fields. */
    public static final FixedFields NONE = new FixedFields(List.of());

    /** The key of a partner. */
    public static final String KEY = "headers";

    /** Fields of one connection (RFC 9110, section 7.6.1), and those that Medley sets by the request that it sends. */
    public static final Set<String> NEVER =
            HopByHopHeaders.with("content-encoding", "content-length", "content-type", "expect", "host");

    /** What other products replace, and declared mashups by the value of an expression; it does not mean that here. */
    private static final Pattern ELSEWHERE = Pattern.compile("\\$\\{(?!env:|file:)[A-Za-z_]|\\{\\$[A-Za-z_]");

    private final List<Header> fields;

    private FixedFields(List<Header> fields) {
        this.fields = fields;
    }

    /** Declares the key in {@code partner}. */
    public static void in(Group partner) {
        Group fields =
                Group.named("Header fields of each request to the partner, by name", ValueParsers.fieldName(NEVER));
        fields.optional(
                Group.ANY_NAME,
                values(),
                "none",
                "4711",
                "Value of a header field of each request to the partner, health checks included; a key of an API is in `auth`. A"
                        + " field that the mashup sets takes precedence over it; it takes precedence over the client's"
                        + " field in `pass-headers`");
        partner.add(KEY, fields);
    }

    /** The parser of values, which may be secret. */
    private static ValueParser<String> values() {
        ValueParser<String> text = ValueParsers.text();
        return new ValueParser<>(
                texts -> checked(texts.get(0)),
                value -> value,
                FixedFields::checked,
                text.expected(),
                text.unit(),
                text.typeFault(),
                text.keywords(),
                Optional.empty());
    }

    /**
     * Refuses a text of the configuration that is hardly meant, because it would be sent as it is.
     *
     * @throws InvalidValueException if it is so
     */
    public static void refuseElsewhere(String text) {
        if (ELSEWHERE.matcher(text).find()) {
            throw new InvalidValueException(
                    "***",
                    "has ${ or {$, which would be sent as it is",
                    "${env:NAME}, ${file:PATH} or the value itself; expressions belong in headers of exchanges");
        }
    }

    private static String checked(String value) {
        try {
            new Header("X", value);
            return value;
        } catch (IllegalArgumentException x) {
            throw new InvalidValueException(
                    "***", "has a character that no header field may have", "others than controls, up to U+00FF");
        }
    }

    /**
     * Creates the fields.
     *
     * @param values by the names of the fields
     * @throws IllegalArgumentException if no field has such a name or value
     */
    public static FixedFields of(Map<String, String> values) {
        List<Header> fields = new ArrayList<>();
        values.forEach((name, value) -> {
            ValueParsers.fieldName(NEVER).check(name);
            fields.add(new Header(name, checked(value)));
        });
        return fields.isEmpty() ? NONE : new FixedFields(List.copyOf(fields));
    }

    /** Returns the fields. */
    public List<Header> fields() {
        return fields;
    }

    /** Returns {@code own} and those of {@code fields} that it lacks. */
    public static List<Header> added(List<Header> fields, List<Header> own) {
        if (fields.isEmpty()) {
            return own;
        }
        List<Header> all = new ArrayList<>(own.size() + fields.size());
        all.addAll(own);
        for (Header each : fields) {
            if (!HeaderFields.contain(own, each.name())) {
                all.add(each);
            }
        }
        return all;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof FixedFields that && fields.equals(that.fields);
    }

    @Override
    public int hashCode() {
        return fields.hashCode();
    }

    /** Returns the names alone. */
    @Override
    public String toString() {
        return fields.stream().map(Header::name).toList().toString();
    }
}
