package dev.medley.partner;

import dev.medley.connection.ResponseLimits;
import dev.medley.connection.internal.address.Address;
import dev.medley.connection.internal.address.AddressRule;
import dev.medley.setting.internal.Group;
import dev.medley.setting.internal.Setting;
import dev.medley.setting.internal.Settings;
import dev.medley.setting.internal.ValueParsers;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The keys that say which responses of a partner are taken, and which addresses the partner may be at. */
record ResponseKeys(
        Setting<Boolean> decompress,
        Setting<Integer> redirects,
        Setting<AddressRule> allowedAddresses,
        Setting<Long> maxHead,
        Setting<Integer> maxFields,
        Setting<Long> maxStreamedBody,
        Setting<Integer> maxExpansion) {

    private static final int MAX_REDIRECTS = 20;
    private static final int MOST_FIELDS = 10_000;
    private static final int LARGEST_EXPANSION = 1_100;
    private static final long KIB = 1L << 10;
    private static final long MIB = 1L << 20;

    /** As {@link java.net.URI} takes a host for an IPv4 address, and for an IPv6 address without its brackets. */
    private static final Predicate<String> LITERAL =
            Pattern.compile("[0-9]+(\\.[0-9]+){3}|.*:.*").asMatchPredicate();

    /** Declares them for {@code partner}, and in the group {@code limits} of it. */
    static ResponseKeys in(Group partner, Group limits) {
        ResponseLimits defaults = ResponseLimits.DEFAULT;
        return new ResponseKeys(
                partner.key(
                        "decompress",
                        ValueParsers.flag(),
                        false,
                        "True to ask the partner for compressed bodies (`Accept-Encoding: gzip, deflate`) and to"
                                + " decompress them; a request with an `Accept-Encoding` or `Range` of its own gets"
                                + " the body unchanged"),
                partner.key(
                        "redirects",
                        ValueParsers.wholeNumber(0, MAX_REDIRECTS, "redirects"),
                        0,
                        "Maximum number of redirects that an exchange follows, within the partner's own scheme, host"
                                + " and port; 0 for none: then a redirect is an ordinary response"),
                partner.key(
                        "allowed-addresses",
                        ValueParsers.choice("a rule for addresses", AddressRule.class, ResponseKeys::nameOf, Map.of()),
                        AddressRule.ANY,
                        "IP addresses that connections are made to, whatever the partner's name resolves to; `public` excludes"
                                + " loopback, link-local, private, unique-local and other special-purpose addresses"),
                limits.key(
                        "max-response-head",
                        ValueParsers.size(KIB, MIB),
                        (long) defaults.maxHead(),
                        "Largest header section of a response"),
                limits.key(
                        "max-response-fields",
                        ValueParsers.wholeNumber(1, MOST_FIELDS, "fields"),
                        defaults.maxFields(),
                        "Maximum number of header fields of a response"),
                limits.key(
                        "max-streamed-body",
                        ValueParsers.size(0, ResponseLimits.UNLIMITED),
                        defaults.maxStreamedBody(),
                        "Largest response body that is streamed, after decompression"),
                limits.key(
                        "max-expansion",
                        ValueParsers.wholeNumber(1, LARGEST_EXPANSION, "times"),
                        defaults.maxExpansion(),
                        "Maximum number of bytes of a decompressed body for each byte received, if the body is larger"
                                + " than 1MiB"));
    }

    private static String nameOf(AddressRule rule) {
        return rule.name().toLowerCase(Locale.ROOT);
    }

    /** The limits in one. */
    ResponseLimits limits(Settings values) {
        return new ResponseLimits(
                Math.toIntExact(values.get(maxHead)),
                values.get(maxFields),
                values.get(maxStreamedBody),
                values.get(maxExpansion));
    }

    void set(Settings.Builder values, ResponseLimits limits) {
        values.set(maxHead, (long) limits.maxHead());
        values.set(maxFields, limits.maxFields());
        values.set(maxStreamedBody, limits.maxStreamedBody());
        values.set(maxExpansion, limits.maxExpansion());
    }

    /** Reports an address that the partner may not be at. */
    void check(Settings values, Address address, BiConsumer<Setting<?>, String> problems) {
        InetAddress literal = literal(address.host());
        String refusal = literal == null ? null : values.get(allowedAddresses).refusal(literal);
        if (refusal != null) {
            problems.accept(
                    allowedAddresses,
                    "'public' cannot be combined with %s, whose address is not public (%s); expected 'any'"
                            .formatted(address.authority(), refusal));
        }
    }

    private static @Nullable InetAddress literal(String host) {
        if (!LITERAL.test(host)) {
            return null;
        }
        try {
            return InetAddress.getByName(host);
        } catch (UnknownHostException x) {
            return null;
        }
    }
}
