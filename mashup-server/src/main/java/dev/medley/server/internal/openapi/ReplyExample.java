package dev.medley.server.internal.openapi;

import dev.medley.config.internal.document.NamedText;
import dev.medley.json.Json;
import dev.medley.json.MalformedJsonException;
import dev.medley.server.internal.declaration.ExchangeDeclaration;
import dev.medley.server.internal.declaration.ReplyDeclaration;
import dev.medley.server.internal.declared.MashupOutline;
import dev.medley.server.internal.declared.MashupOutline.RequestOutline;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The example of a reply that only puts values of exchanges together, each of which has an example. */
final class ReplyExample {

    private static final int FIRST_SUCCESS = 200;
    private static final int LAST_SUCCESS = 299;

    private ReplyExample() {}

    /** Returns the example; null if it is not known without expressions, or an exchange has none. */
    static @Nullable JsonNode of(MashupOutline mashup) {
        ReplyDeclaration reply = mashup.declaration().reply();
        if (reply.body() != null || reply.manifest() != null) {
            return null;
        }
        Map<String, @Nullable JsonNode> examples = new LinkedHashMap<>();
        for (RequestOutline each : mashup.requests()) {
            if (!each.isFallback()) {
                examples.put(each.exchange().name().text(), example(each.exchange()));
            }
        }
        Map<String, @Nullable JsonNode> members = new LinkedHashMap<>();
        if (reply.merge().isEmpty()) {
            members.putAll(examples);
            mashup.requests().stream()
                    .filter(each -> each.exchange().internal())
                    .forEach(each -> members.remove(each.exchange().name().text()));
        }
        for (NamedText each : reply.merge()) {
            String expression = each.value().text().strip();
            members.put(each.name().text(), expression.startsWith("$") ? examples.get(expression.substring(1)) : null);
        }
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        for (Map.Entry<String, @Nullable JsonNode> each : members.entrySet()) {
            JsonNode example = each.getValue();
            if (example == null) {
                return null;
            }
            body.set(each.getKey(), example);
        }
        return body;
    }

    private static @Nullable JsonNode example(ExchangeDeclaration exchange) {
        ExchangeDeclaration.Example example = exchange.example();
        if (example == null
                || exchange.when() != null
                || exchange.forEach() != null
                || exchange.reader() != null
                || exchange.pages() != null
                || exchange.batch() != null
                || example.status() < FIRST_SUCCESS
                || example.status() > LAST_SUCCESS) {
            return null;
        }
        try {
            return Json.parse(example.body().text().getBytes(StandardCharsets.UTF_8))
                    .tree();
        } catch (MalformedJsonException x) {
            return null;
        }
    }
}
