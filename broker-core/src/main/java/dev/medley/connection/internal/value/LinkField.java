package dev.medley.connection.internal.value;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The field {@code Link} (RFC 8288): where a response leads to. Reads what is well-formed, and ignores the rest. */
public final class LinkField {

    private static final String RELATION = "rel";
    private static final String ANCHOR = "anchor";

    private final String text;
    private final Map<String, String> links;
    private int at;

    private LinkField(String text, Map<String, String> links) {
        this.text = text;
        this.links = links;
    }

    /** Returns the targets of links as they are written, by their relations in lower case; the first one of each relation. */
    public static Map<String, String> links(List<String> values) {
        Map<String, String> links = new LinkedHashMap<>();
        values.forEach(value -> new LinkField(value, links).read());
        return links;
    }

    private void read() {
        while (true) {
            int begin = text.indexOf('<', at);
            int end = begin < 0 ? -1 : text.indexOf('>', begin);
            if (end < 0) {
                return;
            }
            at = end + 1;
            readParameters(text.substring(begin + 1, end).strip());
        }
    }

    /** Only the first {@code rel} of a link counts (section 3.3). One with an anchor elsewhere does not lead on from here (section 3.2). */
    private void readParameters(String target) {
        String relations = null;
        boolean anchored = false;
        while (at < text.length() && text.charAt(at) != ',') {
            if (text.charAt(at) != ';') {
                at++;
                continue;
            }
            at++;
            String name = until("=;,").strip();
            String value = "";
            if (at < text.length() && text.charAt(at) == '=') {
                at++;
                value = value();
            }
            anchored |= name.equalsIgnoreCase(ANCHOR) && !value.isEmpty() && !value.startsWith("#");
            if (relations == null && name.equalsIgnoreCase(RELATION)) {
                relations = value;
            }
        }
        if (relations != null && !anchored) {
            for (String relation : relations.strip().split("\\s+", -1)) {
                links.putIfAbsent(relation.toLowerCase(Locale.ROOT), target);
            }
        }
    }

    private String value() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
        if (at == text.length() || text.charAt(at) != '"') {
            return until(";,");
        }
        StringBuilder quoted = new StringBuilder();
        for (at++; at < text.length() && text.charAt(at) != '"'; at++) {
            if (text.charAt(at) == '\\' && at + 1 < text.length()) {
                at++;
            }
            quoted.append(text.charAt(at));
        }
        at = Math.min(at + 1, text.length());
        return quoted.toString();
    }

    private String until(String ends) {
        int begin = at;
        while (at < text.length() && ends.indexOf(text.charAt(at)) < 0) {
            at++;
        }
        return text.substring(begin, at);
    }
}
