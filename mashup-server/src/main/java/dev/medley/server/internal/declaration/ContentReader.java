package dev.medley.server.internal.declaration;

import dev.medley.config.internal.document.Document;
import dev.medley.config.internal.document.Key;
import dev.medley.config.internal.document.LocatedText;
import dev.medley.config.internal.document.NamedText;
import dev.medley.format.internal.SoapEnvelope;
import dev.medley.setting.internal.Setting;
import dev.medley.setting.internal.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the XML, SOAP or GraphQL of one exchange of a document, and refuses what does not go together. */
final class ContentReader {

    /** The fields that each protocol sets itself, in small letters. */
    private static final Map<String, List<String>> OWN_FIELDS = Map.of(
            ContentKeys.SOAP, List.of("content-type", "soapaction"), ContentKeys.GRAPHQL, List.of("content-type"));

    private final Document document;
    private final Key exchange;
    private final Settings values;
    private final ContentKeys keys = ExchangeKeys.CONTENT;

    ContentReader(Document document, Key exchange, Settings values) {
        this.document = document;
        this.exchange = exchange;
        this.values = values;
    }

    ExchangeContent read() {
        ExchangeContent content = new ExchangeContent(
                text(keys.template()), values.get(keys.arrays()), soap(), has(ContentKeys.GRAPHQL) ? graphQl() : null);
        refuse(content);
        return content;
    }

    private ExchangeContent.@Nullable Soap soap() {
        if (!has(ContentKeys.SOAP)) {
            return null;
        }
        LocatedText action = text(keys.action());
        if (action != null && !SoapEnvelope.isAction(action.text())) {
            document.addProblem(
                    key(keys.action()),
                    "is not an action of SOAP; expected printable ASCII characters without blanks, \" and \\");
        }
        return new ExchangeContent.Soap(
                values.get(keys.version()),
                action == null ? LocatedText.empty(document, exchange.child(ContentKeys.SOAP)) : action,
                text(keys.header()));
    }

    private ExchangeContent.@Nullable GraphQl graphQl() {
        Key section = exchange.child(ContentKeys.GRAPHQL);
        LocatedText query = text(keys.query());
        if (query == null) {
            document.addProblem(section, "has no query; expected query below it");
            return null;
        }
        List<NamedText> variables = new ArrayList<>();
        Key named = section.child(ContentKeys.VARIABLES);
        for (String name : document.at(named).propertyNames()) {
            Key variable = named.child(name);
            variables.add(new NamedText(LocatedText.ofName(document, variable), LocatedText.of(document, variable)));
        }
        return new ExchangeContent.GraphQl(query, variables, text(keys.operation()));
    }

    private void refuse(ExchangeContent content) {
        String protocol = content.protocol();
        if (content.template() != null && has(ExchangeKeys.BODY.path())) {
            document.addProblem(key(keys.template()), "cannot be combined with body; expected one or the other");
        }
        if (!content.arrays().isEmpty()
                && content.soap() == null
                && values.get(ExchangeKeys.FORMAT) != ResponseFormat.XML) {
            document.addProblem(
                    key(keys.arrays()),
                    "has no effect on %s; expected format: xml, or soap"
                            .formatted(
                                    content.graphQl() == null
                                            ? "the format "
                                                    + values.get(ExchangeKeys.FORMAT)
                                                            .configured()
                                            : ContentKeys.GRAPHQL));
        }
        if (content.soap() != null && content.graphQl() != null) {
            document.addProblem(
                    exchange.child(ContentKeys.GRAPHQL), "cannot be combined with soap; expected one or the other");
        } else if (protocol != null) {
            refuseBeside(protocol);
            checkBody(content);
        }
    }

    /** Refuses what follows from the protocol. */
    private void refuseBeside(String protocol) {
        for (String each : List.of(ExchangeKeys.FORMAT.path(), "response-body")) {
            if (has(each)) {
                document.addProblem(
                        exchange.child(each), "cannot be combined with %s; expected no such key".formatted(protocol));
            }
        }
        RequestMethod method = values.find(ExchangeKeys.METHOD);
        if (method != null && method != RequestMethod.POST) {
            document.addProblemOfValue(
                    exchange.child(ExchangeKeys.METHOD.path()),
                    "'%s' is not the method of %s; expected POST, or no method".formatted(method, protocol));
        }
        Key headers = exchange.child("headers");
        for (String name : document.at(headers).propertyNames()) {
            if (OWN_FIELDS.getOrDefault(protocol, List.of()).contains(name.toLowerCase(Locale.ROOT))) {
                document.addProblem(
                        headers.child(name), "'%s' is set by %s; expected no such field".formatted(name, protocol));
            }
        }
    }

    private void checkBody(ExchangeContent content) {
        boolean hasBody = has(ExchangeKeys.BODY.path());
        if (content.soap() != null && !hasBody && content.template() == null) {
            document.addProblem(
                    exchange.child(ContentKeys.SOAP),
                    "has no content; expected body, an object with the elements of the envelope's Body, or template");
        }
        if (content.graphQl() != null && (hasBody || content.template() != null)) {
            document.addProblem(
                    hasBody ? exchange.child(ExchangeKeys.BODY.path()) : key(keys.template()),
                    "cannot be combined with graphql, which is the body; expected one or the other");
        }
    }

    private boolean has(String key) {
        return !document.at(exchange.child(key)).isMissingNode();
    }

    private Key key(Setting<?> setting) {
        return exchange.child(Key.of(setting.path()));
    }

    private @Nullable LocatedText text(Setting<String> setting) {
        return values.find(setting) == null ? null : LocatedText.of(document, key(setting));
    }
}
