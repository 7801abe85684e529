package dev.medley.format.internal;

import dev.medley.setting.internal.InvalidValueException;
import java.nio.charset.Charset;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Writes the maps that {@link dev.medley.format.Format#XML} reads: {@code @name} is an attribute, {@code #text} the text, any other
 * name a child element, or several where the value is a list. Null and an empty text are an empty element; a null attribute is left
 * out. Used once.
 */
public final class XmlWriter {

    /** As deep as what is read. */
    private static final int MAX_DEPTH = 250;

    private static final String TEXT = "#text";
    private static final String XMLNS = "xmlns";
    private static final String DECLARATION = "@xmlns:";

    private final Charset charset;
    private final StringBuilder document = new StringBuilder();
    private final Deque<String> place = new ArrayDeque<>();
    /** The prefixes that are declared at this place, with the number of open elements that declare them. */
    private final Map<String, Integer> prefixes = new HashMap<>(Map.of("xml", 1));

    private XmlWriter(Charset charset) {
        this.charset = charset;
    }

    /**
     * Returns the bytes of a document, with its declaration.
     *
     * @throws IllegalArgumentException if the value is not a map with one member, the root element, or has what XML does not have; the
     *     message, which has the place, goes on from the name of the value
     */
    public static byte[] document(@Nullable Object value, Charset charset) {
        if (!(value instanceof Map<?, ?> map) || map.size() != 1 || !isElement(only(map))) {
            throw new IllegalArgumentException(
                    "cannot be written as XML: expected an object with one member, the root element");
        }
        if (map.values().iterator().next() instanceof List) {
            throw new IllegalArgumentException(
                    "cannot be written as XML: the root element is an array; expected one element");
        }
        XmlWriter writer = new XmlWriter(charset);
        writer.document.append(XmlText.declaration(charset));
        writer.members(map);
        return XmlText.bytes(writer.document.toString(), charset);
    }

    /**
     * Returns the child elements of an element that is written elsewhere.
     *
     * @param prefixes those that are declared there
     * @throws IllegalArgumentException as {@link #document}, but for the number of members
     */
    static String elements(Map<?, ?> members, Set<String> prefixes, Charset charset) {
        for (Object name : members.keySet()) {
            if (!isElement(name)) {
                throw new IllegalArgumentException(
                        "cannot be written as XML: has the member %s; expected elements alone"
                                .formatted(InvalidValueException.quoted(String.valueOf(name))));
            }
        }
        XmlWriter writer = new XmlWriter(charset);
        prefixes.forEach(each -> writer.prefixes.put(each, 1));
        writer.members(members);
        return writer.document.toString();
    }

    private static Object only(Map<?, ?> map) {
        return String.valueOf(map.keySet().iterator().next());
    }

    private static boolean isElement(Object name) {
        String text = String.valueOf(name);
        return !text.startsWith("@") && !text.equals(TEXT);
    }

    private void members(Map<?, ?> members) {
        members.forEach((name, value) -> {
            if (String.valueOf(name).equals(TEXT)) {
                text(TEXT, value, false);
            } else if (isElement(name)) {
                elements(String.valueOf(name), value);
            }
        });
    }

    private void elements(String name, @Nullable Object value) {
        if (value instanceof List<?> list) {
            for (Object each : list) {
                if (each instanceof List) {
                    throw refused(name, "an array in an array; expected elements");
                }
                element(name, each);
            }
        } else {
            element(name, value);
        }
    }

    private void element(String name, @Nullable Object value) {
        if (place.size() == MAX_DEPTH) {
            throw refused(name, "a nesting depth of more than " + MAX_DEPTH);
        }
        document.append('<').append(name);
        place.addLast(name);
        if (value instanceof Map<?, ?> map) {
            declare(map, 1);
            attributes(map);
        }
        checkName(name, false);
        int open = document.length();
        document.append('>');
        if (value instanceof Map<?, ?> map) {
            members(map);
            declare(map, -1);
        } else {
            text("", value, false);
        }
        if (document.length() == open + 1) {
            document.setLength(open);
            document.append("/>");
        } else {
            document.append("</").append(name).append('>');
        }
        place.removeLast();
    }

    /** Adds the prefixes that an element declares, or, with a negative number, removes them. */
    private void declare(Map<?, ?> members, int more) {
        members.forEach((key, value) -> {
            String name = String.valueOf(key);
            if (name.startsWith(DECLARATION) && value != null) {
                prefixes.merge(
                        name.substring(DECLARATION.length()),
                        more,
                        (one, other) -> one + other == 0 ? null : one + other);
            }
        });
    }

    private void attributes(Map<?, ?> members) {
        members.forEach((key, value) -> {
            String name = String.valueOf(key);
            if (name.startsWith("@") && value != null) {
                String attribute = name.substring(1);
                checkName(attribute, true);
                document.append(' ').append(attribute).append("=\"");
                text(name, value, true);
                document.append('"');
            }
        });
    }

    private void checkName(String name, boolean isAttribute) {
        if (!XmlText.isName(name)) {
            throw refused(
                    "",
                    "%s is not the name of an %s"
                            .formatted(InvalidValueException.quoted(name), isAttribute ? "attribute" : "element"));
        }
        if (!XmlText.isIn(charset, name)) {
            throw refused("", "the name '%s' has a character that %s does not have".formatted(name, charset.name()));
        }
        int colon = name.indexOf(':');
        String prefix = colon < 0 ? "" : name.substring(0, colon);
        if (colon > 0 && !(isAttribute && prefix.equals(XMLNS)) && !prefixes.containsKey(prefix)) {
            throw refused(
                    "",
                    "the prefix of '%s' is not declared; expected '@xmlns:%s' at an element around it"
                            .formatted(name, prefix));
        }
    }

    private void text(String name, @Nullable Object value, boolean isAttribute) {
        try {
            XmlText.escape(ScalarText.of(value), isAttribute, document);
        } catch (IllegalArgumentException x) {
            throw refused(name, String.valueOf(x.getMessage()));
        }
    }

    private IllegalArgumentException refused(String name, String fault) {
        StringBuilder path = new StringBuilder();
        Iterator<String> names = place.iterator();
        while (names.hasNext() && path.length() < 200) {
            path.append('/').append(names.next());
        }
        path.append(name.isEmpty() ? "" : "/" + name);
        return new IllegalArgumentException(
                "cannot be written as XML: at %s: %s".formatted(InvalidValueException.inLine(path.toString()), fault));
    }
}
