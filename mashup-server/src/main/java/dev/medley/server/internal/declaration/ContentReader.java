package dev.medley.server.internal.declaration;

import dev.medley.config.internal.document.Key;
import dev.medley.config.internal.document.LocatedText;
import dev.medley.format.internal.SoapEnvelope;
import dev.medley.setting.internal.Settings;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the XML, SOAP or GraphQL of one exchange of a document, and refuses what does not go together. */
final class ContentReader {

    /** The fields that each protocol sets itself, in small letters. */
    private static final Map<String, List<String>> OWN_FIELDS = Map.of(
            ContentKeys.SOAP, List.of("content-type", "soapaction"), ContentKeys.GRAPHQL, List.of("content-type"));

    private final Section exchange;
    private final Key key;
    private final Settings values;
    private final ContentKeys keys = ExchangeKeys.CONTENT;

    ContentReader(Section exchange) {
        this.exchange = exchange;
        key = exchange.key();
        values = exchange.values();
    }

    ExchangeContent read() {
        ExchangeContent content = new ExchangeContent(
                exchange.text(keys.template()),
                values.get(keys.arrays()),
                soap(),
                exchange.has(ContentKeys.GRAPHQL) ? graphQl() : null);
        refuse(content);
        return content;
    }

    private ExchangeContent.@Nullable Soap soap() {
        if (!exchange.has(ContentKeys.SOAP)) {
            return null;
        }
        LocatedText action = exchange.text(keys.action());
        if (action != null && !SoapEnvelope.isAction(action.text())) {
            exchange.problem(
                    exchange.key(keys.action()),
                    "is not an action of SOAP; expected printable ASCII characters without blanks, \" and \\");
        }
        return new ExchangeContent.Soap(
                values.get(keys.version()),
                action == null ? LocatedText.empty(exchange.document(), key.child(ContentKeys.SOAP)) : action,
                exchange.text(keys.header()));
    }

    private ExchangeContent.@Nullable GraphQl graphQl() {
        Key section = key.child(ContentKeys.GRAPHQL);
        LocatedText query = exchange.text(keys.query());
        if (query == null) {
            exchange.problem(section, "has no query; expected query below it");
            return null;
        }
        return new ExchangeContent.GraphQl(
                query, exchange.named(section.child(ContentKeys.VARIABLES)), exchange.text(keys.operation()));
    }

    private void refuse(ExchangeContent content) {
        String protocol = content.protocol();
        if (content.template() != null && exchange.has(ExchangeKeys.BODY.path())) {
            exchange.problem(exchange.key(keys.template()), "cannot be combined with body; expected one or the other");
        }
        if (!content.arrays().isEmpty()
                && content.soap() == null
                && values.get(ExchangeKeys.FORMAT) != ResponseFormat.XML) {
            exchange.problem(
                    exchange.key(keys.arrays()),
                    "has no effect on %s; expected format: xml, or soap"
                            .formatted(
                                    content.graphQl() == null
                                            ? "the format "
                                                    + values.get(ExchangeKeys.FORMAT)
                                                            .configured()
                                            : ContentKeys.GRAPHQL));
        }
        if (content.soap() != null && content.graphQl() != null) {
            exchange.problem(key.child(ContentKeys.GRAPHQL), "cannot be combined with soap; expected one or the other");
        } else if (protocol != null) {
            refuseBeside(protocol);
            checkBody(content);
        }
    }

    /** Refuses what follows from the protocol. */
    private void refuseBeside(String protocol) {
        if (exchange.has(ExchangeKeys.FORMAT.path())) {
            exchange.problem(
                    exchange.key(ExchangeKeys.FORMAT),
                    "cannot be combined with %s; expected no such key".formatted(protocol));
        }
        RequestMethod method = values.find(ExchangeKeys.METHOD);
        if (method != null && method != RequestMethod.POST) {
            exchange.problemOfValue(
                    key.child(ExchangeKeys.METHOD.path()),
                    "'%s' is not the method of %s; expected POST, or no method".formatted(method, protocol));
        }
        for (Key each : exchange.below(key.child("headers"))) {
            if (OWN_FIELDS
                    .getOrDefault(protocol, List.of())
                    .contains(each.name().toLowerCase(Locale.ROOT))) {
                exchange.problem(each, "'%s' is set by %s; expected no such field".formatted(each.name(), protocol));
            }
        }
    }

    private void checkBody(ExchangeContent content) {
        boolean hasBody = exchange.has(ExchangeKeys.BODY.path());
        if (content.soap() != null && !hasBody && content.template() == null) {
            exchange.problem(
                    key.child(ContentKeys.SOAP),
                    "has no content; expected body, an object with the elements of the envelope's Body, or template");
        }
        if (content.graphQl() != null && (hasBody || content.template() != null)) {
            exchange.problem(
                    hasBody ? key.child(ExchangeKeys.BODY.path()) : exchange.key(keys.template()),
                    "cannot be combined with graphql, which is the body; expected one or the other");
        }
    }
}
