package dev.medley.partner;

import dev.medley.connection.ConnectionFields;
import dev.medley.connection.Header;
import dev.medley.setting.Group;
import dev.medley.setting.Setting;
import dev.medley.setting.ValueParsers;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;

/** The fields of the inbound request that a partner is sent: those that its settings name, and no others. */
public final class PassedFields {

    /** Fields of one connection (RFC 9110, section 7.6.1), and those that Medley sets by the request that it sends. */
    private static final Set<String> NEVER = ConnectionFields.with(
            "content-encoding",
            "content-length",
            "content-type",
            "expect",
            "host",
            "proxy-authenticate",
            "proxy-authorization");

    private PassedFields() {}

    /** Declares the key in {@code partner}. */
    static Setting<List<String>> in(Group partner) {
        return partner.key(
                "pass-headers",
                ValueParsers.list(ValueParsers.fieldName(NEVER)),
                List.of(),
                "Header fields of the inbound request that are passed on to the partner, such as `Accept-Language`, unless the"
                        + " mashup sets them; `request-id` is about the fields of ids and traces");
    }

    /**
     * Returns the fields of an inbound request that are passed on. One that {@code Connection} names was meant for the
     * connection to Medley, and is not (RFC 9110, section 7.6.1).
     *
     * @param names of the fields, {@link PartnerSettings#passHeaders}
     * @param valuesOf returns the values of a field of the inbound request
     * @throws IllegalArgumentException if a value cannot be sent
     */
    public static List<Header> of(List<String> names, Function<String, List<String>> valuesOf) {
        List<Header> passed = new ArrayList<>();
        String ofConnection = String.join(",", valuesOf.apply("Connection")).toLowerCase(Locale.ROOT);
        List<String> nominated =
                List.of(ofConnection.replace(" ", "").replace("\t", "").split(",", -1));
        for (String name : names) {
            if (!nominated.contains(name.toLowerCase(Locale.ROOT))) {
                valuesOf.apply(name).forEach(value -> passed.add(new Header(name, value)));
            }
        }
        return passed;
    }
}
