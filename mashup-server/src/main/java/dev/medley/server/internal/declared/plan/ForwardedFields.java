package dev.medley.server.internal.declared.plan;

import dev.medley.config.ForwardedField;
import dev.medley.mashup.Inbound;
import java.util.LinkedHashMap;
import java.util.Map;

/** The fields that tell a partner who its client is (RFC 7239, and what was there before it). */
final class ForwardedFields {

    private ForwardedFields() {}

    static Map<String, String> of(ForwardedField kind, Inbound inbound) {
        String address = inbound.remoteAddress();
        String host = inbound.host();
        Map<String, String> fields = new LinkedHashMap<>();
        if (kind == ForwardedField.FORWARDED) {
            StringBuilder text = new StringBuilder("for=");
            text.append(address == null ? "unknown" : address.indexOf(':') < 0 ? address : quoted(bracketed(address)));
            text.append(";proto=").append(inbound.scheme());
            if (host != null) {
                text.append(";host=").append(quoted(host));
            }
            fields.put("Forwarded", text.toString());
        } else {
            fields.put("X-Forwarded-For", address == null ? "unknown" : address);
            fields.put("X-Forwarded-Proto", inbound.scheme());
            if (host != null) {
                fields.put("X-Forwarded-Host", host);
            }
        }
        return fields;
    }

    /** An address of IPv6 is in brackets there, as containers may give it already. */
    private static String bracketed(String address) {
        return address.startsWith("[") ? address : "[" + address + "]";
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
