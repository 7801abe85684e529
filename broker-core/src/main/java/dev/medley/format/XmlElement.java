package dev.medley.format;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** An element of XML that has begun: its attributes, and what has been read of its child elements and its text. */
final class XmlElement {

    private final String name;
    private final Map<String, Object> members = new LinkedHashMap<>();
    private final StringBuilder text = new StringBuilder();
    private boolean prefixed;

    XmlElement(String name) {
        this.name = name;
    }

    String name() {
        return name;
    }

    /** Returns the attributes and child elements, each by its name as it is written. */
    Map<String, Object> members() {
        return members;
    }

    /**
     * Returns the attributes and child elements, these without their prefixes, which their author may choose anew for each
     * document; except where two have the same name then.
     */
    Map<String, Object> membersWithoutPrefixes() {
        if (!prefixed) {
            return members;
        }
        Map<String, Integer> occurrences = new HashMap<>();
        members.keySet().forEach(each -> occurrences.merge(withoutPrefix(each), 1, Integer::sum));
        Map<String, Object> named = new LinkedHashMap<>();
        members.forEach((each, value) -> {
            String local = withoutPrefix(each);
            named.put(occurrences.getOrDefault(local, 0) == 1 ? local : each, value);
        });
        return named;
    }

    /** An attribute keeps its prefix: one without it belongs to its element, and is another one. */
    private static String withoutPrefix(String member) {
        int colon = member.startsWith("@") ? -1 : member.indexOf(':');
        return colon > 0 && colon < member.length() - 1 ? member.substring(colon + 1) : member;
    }

    /** Adds an attribute, and returns true, because its name is new. */
    boolean attribute(String attribute, String value) {
        return members.put("@" + attribute, value) == null;
    }

    /** Adds a child element, which is a list with others of its name, or alone if {@code isList}; returns true if its name is new. */
    @SuppressWarnings("unchecked") // No value of a child element is a list.
    boolean child(String child, Object value, boolean isList) {
        prefixed |= child.indexOf(':') >= 0;
        Object before = members.get(child);
        if (before instanceof List<?> list) {
            ((List<Object>) list).add(value);
        } else if (before == null && !isList) {
            members.put(child, value);
        } else {
            List<Object> list = new ArrayList<>();
            if (before != null) {
                list.add(before);
            }
            list.add(value);
            members.put(child, list);
        }
        return before == null;
    }

    void append(char[] characters, int offset, int length) {
        text.append(characters, offset, length);
    }

    /** Returns the text beside the child elements, without white space at both ends. */
    String text() {
        return text.toString().trim();
    }

    /** Returns the element as the value of a tree. */
    Object value(String trimmed) {
        if (members.isEmpty()) {
            return trimmed;
        }
        Map<String, Object> named = membersWithoutPrefixes();
        if (!trimmed.isEmpty()) {
            named.put("#text", trimmed);
        }
        return named;
    }
}
