package dev.medley.server.internal.inbound.proxy;

import dev.medley.config.ForwardedField;
import dev.medley.setting.internal.AddressRange;
import dev.medley.setting.internal.InvalidValueException;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpScheme;
import org.jspecify.annotations.Nullable;

/**
 * The word of one proxy on the request that it got.
 *
 * @param address of the sender; null if it is not given, or hidden or malformed
 * @param isHidden whether a sender is given whose address is not known
 * @param scheme {@code http} or {@code https}; null if it is not given
 * @param host as the sender asked for it; null if it is not given
 */
record ForwardedHop(
        @Nullable InetAddress address,
        boolean isHidden,
        @Nullable String scheme,
        @Nullable String host) {

    /** Returns the hops in the order in which proxies have added them: the last is the nearest proxy's. */
    static List<ForwardedHop> of(ForwardedField field, HttpFields fields) {
        return field == ForwardedField.FORWARDED ? ofForwarded(fields) : ofOthers(fields);
    }

    private static List<ForwardedHop> ofForwarded(HttpFields fields) {
        List<ForwardedHop> hops = new ArrayList<>();
        for (String element : fields.getCSV(HttpHeader.FORWARDED, true)) {
            InetAddress address = null;
            boolean isGiven = false;
            String scheme = null;
            String host = null;
            for (String part : parts(element)) {
                int equals = part.indexOf('=');
                String name =
                        equals < 0 ? "" : part.substring(0, equals).strip().toLowerCase(Locale.ROOT);
                String value = part.substring(equals + 1).strip().replace("\"", "");
                switch (name) {
                    case "for" -> {
                        address = address(value);
                        isGiven = true;
                    }
                    case "proto" -> scheme = scheme(value);
                    case "host" -> host = value;
                    default -> {
                        // "by", and extensions.
                    }
                }
            }
            hops.add(new ForwardedHop(address, isGiven && address == null, scheme, host));
        }
        return hops;
    }

    /** Splits at the semicolons that are not quoted: the client chooses its host, and a semicolon may be in one. */
    private static List<String> parts(String element) {
        List<String> parts = new ArrayList<>();
        boolean quoted = false;
        int from = 0;
        for (int i = 0; i < element.length(); i++) {
            char c = element.charAt(i);
            if (quoted && c == '\\') {
                i++;
            } else if (c == '"') {
                quoted = !quoted;
            } else if (c == ';' && !quoted) {
                parts.add(element.substring(from, i));
                from = i + 1;
            }
        }
        parts.add(element.substring(from));
        return parts;
    }

    /** Scheme and host are those of the nearest proxy that gives them: the lists need not be of one length. */
    private static List<ForwardedHop> ofOthers(HttpFields fields) {
        String scheme = scheme(last(fields, HttpHeader.X_FORWARDED_PROTO));
        String host = last(fields, HttpHeader.X_FORWARDED_HOST);
        List<ForwardedHop> hops = new ArrayList<>();
        for (String each : fields.getCSV(HttpHeader.X_FORWARDED_FOR, false)) {
            InetAddress address = address(each);
            hops.add(new ForwardedHop(address, address == null, scheme, host));
        }
        return hops.isEmpty() ? List.of(new ForwardedHop(null, false, scheme, host)) : hops;
    }

    private static @Nullable String last(HttpFields fields, HttpHeader field) {
        List<String> values = fields.getCSV(field, false);
        return values.isEmpty() ? null : values.get(values.size() - 1);
    }

    private static @Nullable String scheme(@Nullable String given) {
        return HttpScheme.HTTPS.is(given)
                ? HttpScheme.HTTPS.asString()
                : HttpScheme.HTTP.is(given) ? HttpScheme.HTTP.asString() : null;
    }

    /** Returns the address in {@code text}, which may have a port; null for a name: it is not looked up. */
    private static @Nullable InetAddress address(String text) {
        String address = text;
        if (text.startsWith("[") && text.indexOf(']') > 0) {
            address = text.substring(1, text.indexOf(']'));
        } else if (text.indexOf(':') >= 0 && text.indexOf(':') == text.lastIndexOf(':')) {
            address = text.substring(0, text.indexOf(':'));
        }
        try {
            return AddressRange.parse(address).network();
        } catch (InvalidValueException x) {
            return null;
        }
    }
}
