package dev.medley.server.internal.declared.body;

import dev.medley.format.Content;
import dev.medley.format.Format;
import dev.medley.format.FormatException;
import dev.medley.format.internal.XmlText;
import dev.medley.server.internal.declared.expression.TextTemplate;
import dev.medley.server.internal.declared.expression.TextTemplate.Literal;
import dev.medley.server.internal.declared.expression.TextTemplate.Placeholder;
import dev.medley.server.internal.declared.value.TextFormula;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Checks that a text of XML is well-formed whatever the values of its expressions are: each of these is in a text or in the value of an
 * attribute. Used once.
 */
public final class XmlTemplateCheck {

    /** Stands for an expression; a template has none itself, because the character belongs to nobody. */
    private static final char VALUE = '\uE0FF';

    private static final String WRAPPER = "<a>";
    private static final Pattern PLACE = Pattern.compile("(?s)line (\\d+), column (\\d+): (.*)");
    private static final Pattern DECLARATION = Pattern.compile("^<\\?xml\\s[^>]*?\\?>", Pattern.DOTALL);
    private static final Pattern ENCODING = Pattern.compile("\\sencoding\\s*=\\s*[\"']([^\"']*)[\"']");

    private final TextFormula formula;
    private final boolean isFragment;
    private final List<String> problems;
    private final StringBuilder text = new StringBuilder();
    /** For each character of the text, its place in the source, and that of the end. */
    private final int[] places;

    private final Deque<String> open = new ArrayDeque<>();
    private int at;
    private boolean hasRoot;

    private XmlTemplateCheck(TextFormula formula, boolean isFragment, List<String> problems) {
        this.formula = formula;
        this.isFragment = isFragment;
        this.problems = problems;
        places = new int[formula.source().text().length() + 2];
        for (TextTemplate.Part part : formula.template().parts()) {
            if (part instanceof Literal literal) {
                for (int i = 0; i < literal.text().length(); i++) {
                    add(literal.text().charAt(i), literal.position() + i);
                }
            } else if (part instanceof Placeholder placeholder) {
                add(VALUE, placeholder.position());
            }
        }
        places[text.length()] = formula.source().text().length();
    }

    private void add(char character, int place) {
        places[text.length()] = place;
        text.append(character);
    }

    /** Returns the template of a document; null if it has a problem, which is added. */
    public static @Nullable TemplateBody document(TextFormula formula, ContentType type, List<String> problems) {
        XmlTemplateCheck check = new XmlTemplateCheck(formula, false, problems);
        Matcher declaration = DECLARATION.matcher(check.text);
        boolean declares = declaration.find();
        if (declares) {
            Matcher encoding = ENCODING.matcher(declaration.group());
            if (encoding.find()
                    && !encoding.group(1).equalsIgnoreCase(type.charset().name())) {
                check.problem(
                        encoding.start(1),
                        "has the encoding '%s', but is sent in %s; expected the same, or none"
                                .formatted(encoding.group(1), type.charset().name()));
                return null;
            }
        }
        return check.isWellFormed() ? new TemplateBody(new XmlTemplate(formula), type, declares) : null;
    }

    /** Returns the template of the elements within another one; null if it has a problem, which is added. */
    public static @Nullable XmlTemplate elements(TextFormula formula, List<String> problems) {
        return new XmlTemplateCheck(formula, true, problems).isWellFormed() ? new XmlTemplate(formula) : null;
    }

    private boolean isWellFormed() {
        int before = problems.size();
        while (at < text.length() && problems.size() == before) {
            if (text.charAt(at) == '<') {
                markup();
            } else {
                character();
            }
        }
        if (problems.size() == before) {
            parse();
        }
        return problems.size() == before;
    }

    private void character() {
        if (text.charAt(at) == VALUE && open.isEmpty()) {
            problem(
                    at,
                    "is an expression outside of %s; expected it in a text or in the value of an attribute"
                            .formatted(isFragment ? "an element" : "the root element"));
        }
        at++;
    }

    private void markup() {
        if (startsWith("<!--")) {
            skip("-->", "a comment");
        } else if (startsWith("<![CDATA[")) {
            skip("]]>", "CDATA, where nothing can be escaped");
        } else if (startsWith("<!DOCTYPE")) {
            problem(at, "has a DOCTYPE; expected none");
        } else if (startsWith("<?")) {
            if (isFragment && startsWith("<?xml ")) {
                problem(at, "has an XML declaration, but is the content of an envelope; expected elements");
                return;
            }
            skip("?>", "a processing instruction");
        } else {
            tag();
        }
    }

    private boolean startsWith(String mark) {
        return CharSequence.compare(mark, text.subSequence(at, Math.min(text.length(), at + mark.length()))) == 0;
    }

    private void skip(String end, String what) {
        int found = text.indexOf(end, at + 2);
        if (found < 0) {
            problem(at, "has no end; expected %s".formatted(end));
            return;
        }
        int value = text.indexOf(String.valueOf(VALUE), at);
        if (value >= 0 && value < found) {
            problem(
                    value,
                    "is an expression in %s; expected it in a text or in the value of an attribute".formatted(what));
        }
        at = found + end.length();
    }

    /** Reads a tag of an element; its attributes are the parser's. */
    private void tag() {
        int begin = at;
        boolean isEnd = startsWith("</");
        int name = begin + (isEnd ? 2 : 1);
        char quote = 0;
        for (at = name; at < text.length(); at++) {
            char c = text.charAt(at);
            if (quote != 0) {
                quote = c == quote ? 0 : quote;
            } else if (c == '"' || c == '\'') {
                quote = c;
            } else if (c == VALUE) {
                problem(
                        at,
                        "is an expression in a tag; expected it in a text or in the value of an attribute, in quotes");
                return;
            } else if (c == '>') {
                element(begin, name, isEnd);
                at++;
                return;
            }
        }
        problem(begin, quote == 0 ? "has no end; expected >" : "has no end; expected %s and >".formatted(quote));
    }

    private void element(int begin, int name, boolean isEnd) {
        int end = name;
        while (end < at && " \t\r\n/".indexOf(text.charAt(end)) < 0) {
            end++;
        }
        String element = text.substring(name, end);
        if (!XmlText.isName(element)) {
            problem(begin, "is not a tag; expected an element such as <id>, or &lt; for the character itself");
        } else if (isEnd) {
            String opened = open.poll();
            if (!element.equals(opened)) {
                problem(
                        begin,
                        "closes %s; expected %s"
                                .formatted(element, opened == null ? "no end" : "the end of " + opened));
            }
        } else if (isFragment
                && open.isEmpty()
                && element.substring(element.indexOf(':') + 1).equals("Envelope")) {
            problem(begin, "is an envelope, which soap writes itself; expected the content of its Body");
        } else if (!isFragment && open.isEmpty() && hasRoot) {
            problem(begin, "is a second root element; expected one");
        } else {
            hasRoot = true;
            if (text.charAt(at - 1) != '/') {
                open.push(element);
            }
        }
    }

    /** What has not been found is the parser's to find. */
    private void parse() {
        if (!open.isEmpty()) {
            problem(text.length(), "ends within %s; expected its end".formatted(open.getFirst()));
            return;
        }
        String document = isFragment ? WRAPPER + text + "</a>" : text.toString();
        try {
            Format.XML.read(new Content(document.getBytes(StandardCharsets.UTF_8), "application/xml;charset=utf-8"));
        } catch (FormatException x) {
            Matcher place = PLACE.matcher(x.getMessage());
            String fault = place.matches() ? place.group(3) : x.getMessage();
            int offset = place.matches() ? offset(document, place) - (isFragment ? WRAPPER.length() : 0) : 0;
            problem(Math.max(0, Math.min(offset, text.length())), "is not well-formed XML: " + withoutPeriod(fault));
        }
    }

    private static int offset(String document, Matcher place) {
        int begin = 0;
        for (int line = Integer.parseInt(place.group(1)); line > 1; line--) {
            begin = document.indexOf('\n', begin) + 1;
        }
        // The parser stands behind what it refuses.
        return begin + Math.max(0, Integer.parseInt(place.group(2)) - 2);
    }

    private static String withoutPeriod(String message) {
        return message.endsWith(".") ? message.substring(0, message.length() - 1) : message;
    }

    private void problem(int character, String fault) {
        problems.add(formula.source().problem(places[character], fault));
    }
}
