package dev.medley.server.declared.format;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** An element of XML that has begun: its attributes, and what has been read of its child elements and its text. */
final class XmlElement {

    private final String name;
    private final Map<String, Object> members = new LinkedHashMap<>();
    private final StringBuilder text = new StringBuilder();

    XmlElement(String name) {
        this.name = name;
    }

    String name() {
        return name;
    }

    /** Returns the attributes and child elements. */
    Map<String, Object> members() {
        return members;
    }

    /** Adds an attribute, and returns true, as its name is new. */
    boolean attribute(String attribute, String value) {
        return members.put("@" + attribute, value) == null;
    }

    /** Adds a child element, and returns true if its name is new. */
    @SuppressWarnings("unchecked") // No value of a child element is a list.
    boolean child(String child, Object value) {
        Object before = members.putIfAbsent(child, value);
        if (before instanceof List<?> list) {
            ((List<Object>) list).add(value);
        } else if (before != null) {
            List<Object> list = new ArrayList<>();
            list.add(before);
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
        if (!trimmed.isEmpty()) {
            members.put("#text", trimmed);
        }
        return members;
    }
}
