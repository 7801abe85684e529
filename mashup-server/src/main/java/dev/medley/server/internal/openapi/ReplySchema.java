package dev.medley.server.internal.openapi;

import dev.medley.config.internal.document.LocatedText;
import dev.medley.config.internal.document.NamedText;
import dev.medley.server.internal.declaration.ReplyDeclaration;
import dev.medley.server.internal.declared.MashupOutline;
import dev.medley.server.internal.declared.MashupOutline.RequestOutline;
import java.util.List;
import java.util.regex.Pattern;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The schema of a reply's body: its members, whose values are the partners'. Empty for a body that an expression makes. */
final class ReplySchema {

    private static final String POSITION = "{$index}";

    private ReplySchema() {}

    static ObjectNode of(MashupOutline mashup, String type) {
        ObjectNode schema = JsonNodeFactory.instance.objectNode();
        ReplyDeclaration reply = mashup.declaration().reply();
        if (!type.contains("json")) {
            return schema.put("type", "string");
        }
        if (reply.body() != null) {
            return schema;
        }
        schema.put("type", "object");
        ObjectNode properties = schema.putObject("properties");
        for (String name : members(mashup)) {
            int position = name.indexOf(POSITION);
            if (position < 0) {
                properties.putObject(name);
            } else {
                // Between \Q and \E as Java has them is no syntax of JSON Schema's expressions.
                schema.withObjectProperty("patternProperties")
                        .putObject("^" + escaped(name.substring(0, position)) + "[0-9]+"
                                + escaped(name.substring(position + POSITION.length())) + "$");
            }
        }
        properties.set("missing", Components.reference("schemas/Missing"));
        LocatedText manifest = reply.manifest();
        if (manifest != null) {
            properties.set(manifest.text(), Components.reference("schemas/Manifest"));
        }
        return schema;
    }

    private static List<String> members(MashupOutline mashup) {
        List<NamedText> merge = mashup.declaration().reply().merge();
        return merge.isEmpty()
                ? mashup.requests().stream()
                        .filter(each -> !each.isFallback() && !each.exchange().internal())
                        .map(RequestOutline::exchange)
                        .map(each -> each.name().text())
                        .toList()
                : merge.stream().map(each -> each.name().text()).toList();
    }

    private static String escaped(String text) {
        return Pattern.compile("[\\\\^$.|?*+()\\[\\]{}/]").matcher(text).replaceAll("\\\\$0");
    }
}
