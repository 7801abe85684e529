package dev.medley.format.internal;

import dev.medley.format.SoapVersion;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;

/** Writes the envelope of a request of SOAP, in UTF-8. */
public final class SoapEnvelope {

    /** The prefix of the envelope, which its content may use, too. */
    private static final String PREFIX = "soap";

    private SoapEnvelope() {}

    /** Returns the media type of a request; of SOAP 1.2 with the action, unless that is empty. */
    public static String type(SoapVersion version, String action) {
        return version == SoapVersion.V1_1
                ? "text/xml;charset=utf-8"
                : "application/soap+xml;charset=utf-8" + (action.isEmpty() ? "" : ";action=" + quoted(action));
    }

    /** Returns an action as the quoted string that both versions send. */
    public static String quoted(String action) {
        return '"' + action + '"';
    }

    /** Returns whether an action can be sent: printable characters of ASCII, without a quotation mark and a backslash. */
    public static boolean isAction(String action) {
        return action.chars().allMatch(c -> c > ' ' && c <= '~' && c != '"' && c != '\\');
    }

    /**
     * Returns the text of the child elements of a Header or Body.
     *
     * @param members the elements, by their names
     * @throws IllegalArgumentException if they cannot be written; the message goes on from the name of the value
     */
    public static String elements(Map<?, ?> members) {
        return XmlWriter.elements(members, Set.of(PREFIX), StandardCharsets.UTF_8);
    }

    /**
     * Returns the bytes of an envelope.
     *
     * @param header child elements of the Header, as text; empty for no Header
     * @param body child elements of the Body, as text
     */
    public static byte[] of(SoapVersion version, String header, String body) {
        String head = header.isEmpty() ? "" : "<soap:Header>" + header + "</soap:Header>";
        return (XmlText.declaration(StandardCharsets.UTF_8) + "<soap:Envelope xmlns:soap=\"" + version.namespace()
                        + "\">" + head + "<soap:Body>" + body + "</soap:Body></soap:Envelope>")
                .getBytes(StandardCharsets.UTF_8);
    }
}
