package dev.medley.server.internal.declared.plan;

import dev.medley.config.internal.document.NamedText;
import dev.medley.connection.Header;
import dev.medley.connection.internal.DefaultOutboundRequest;
import dev.medley.connection.internal.HopByHopHeaders;
import dev.medley.mashup.Reply;
import dev.medley.server.internal.declared.value.TextFormula;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Checks the header fields that a mashup declares, as they are checked for each request. For one thread. */
public final class HeaderCheck {

    private static final String CONTENT_TYPE = "Content-Type";
    /** Over HTTP/2 a reply must not have them (RFC 9113, section 8.2.2), and over HTTP/1.1 they are Medley's. */
    private static final Set<String> OF_CONNECTION = HopByHopHeaders.with();

    private final List<String> problems;

    /** Creates a check that adds what it finds to {@code problems}. */
    public HeaderCheck(List<String> problems) {
        this.problems = problems;
    }

    /** Adds a problem for each field that no exchange can have. */
    public void ofExchange(List<NamedText> fields, Map<String, TextFormula> templates) {
        for (NamedText each : fields) {
            String name = each.name().text();
            if (DefaultOutboundRequest.RESERVED_FIELDS.contains(name)) {
                problems.add(each.name()
                        .problem("'%s' is set by Medley itself, or not sent; expected no such field".formatted(name)));
            } else {
                checkValue(each, templates.get(name));
            }
        }
    }

    /** Adds a problem for each field that no reply can have. */
    public void ofReply(List<NamedText> fields, Map<String, TextFormula> templates) {
        for (NamedText each : fields) {
            String name = each.name().text();
            if (OF_CONNECTION.contains(name.toLowerCase(Locale.ROOT))) {
                problems.add(
                        each.name().problem("'%s' belongs to the connection; expected no such field".formatted(name)));
            } else if (!isOfReply(name)) {
                problems.add(each.name()
                        .problem("'%s' is derived from the body; expected %s"
                                .formatted(
                                        name,
                                        name.equalsIgnoreCase(CONTENT_TYPE)
                                                ? "its media type in reply.type"
                                                : "no such field")));
            } else {
                checkValue(each, templates.get(name));
            }
        }
    }

    private static boolean isOfReply(String name) {
        try {
            return !Reply.text("").header(name, "").headers().isEmpty();
        } catch (IllegalArgumentException x) {
            return false;
        }
    }

    /** Returns whether a field can have the value. */
    static boolean isField(String name, String value) {
        try {
            return name.equals(new Header(name, value).name());
        } catch (IllegalArgumentException x) {
            return false;
        }
    }

    private void checkValue(NamedText field, @Nullable TextFormula template) {
        if (template == null || !template.template().isConstant()) {
            return;
        }
        try {
            new Header(field.name().text(), template.constant());
        } catch (IllegalArgumentException x) {
            problems.add(field.value().problem("is not a valid value of a field: " + x.getMessage()));
        }
    }
}
