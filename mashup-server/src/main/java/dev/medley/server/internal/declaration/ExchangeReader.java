package dev.medley.server.internal.declaration;

import dev.medley.config.internal.document.Document;
import dev.medley.config.internal.document.Key;
import dev.medley.config.internal.document.LocatedText;
import dev.medley.server.internal.schema.BodySchema;
import dev.medley.setting.internal.Setting;
import dev.medley.setting.internal.Settings;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Reads an exchange of a declared mashup, and refuses what does not go together. */
final class ExchangeReader {

    private static final List<String> BESIDE_SNAPSHOT =
            List.of("snapshot", "optional", "fallback", "when", "needs", "internal");

    private final Section exchange;
    private final Key key;
    private final Settings values;

    private ExchangeReader(Section exchange) {
        this.exchange = exchange;
        key = exchange.key();
        values = exchange.values();
    }

    /** Reads the exchange of {@code key}. */
    static ExchangeDeclaration read(Document document, Key key) {
        return new ExchangeReader(Section.read(document, ExchangeKeys.KEYS, key)).exchange();
    }

    /**
     * Reads the exchange that {@code pass} stands for, which has its name.
     *
     * @param mashup the section with that key
     */
    static ExchangeDeclaration passed(Section mashup, Key pass) {
        PassKeys keys = DeclaredKeys.PASS;
        LocatedText base = mashup.text(keys.path());
        return new ExchangeDeclaration(
                LocatedText.ofName(mashup.document(), pass),
                Objects.requireNonNull(mashup.text(keys.partner())),
                RequestMethod.GET,
                base == null ? LocatedText.empty(mashup.document(), pass) : base,
                List.of(),
                mashup.fields(pass.child("headers")),
                null,
                ExchangeContent.NONE,
                ResponseFormat.JSON,
                null,
                null,
                mashup.values().find(keys.timeout()),
                List.of(),
                List.of(),
                null,
                null,
                mashup.items(keys.needs()),
                null,
                null,
                ExchangeKeys.DEFAULT_CONCURRENCY,
                ExchangeKeys.DEFAULT_MAX_ELEMENTS,
                null,
                null,
                false,
                false,
                new ExchangeDeclaration.Fallback(null, null, null),
                example(mashup, pass, keys.example()),
                null,
                new ExchangeDeclaration.InboundRequest(mashup.values().find(keys.forwarded())));
    }

    private ExchangeDeclaration exchange() {
        LocatedText body = exchange.text(ExchangeKeys.BODY);
        LocatedText partner = exchange.text(ExchangeKeys.PARTNER);
        LocatedText path = exchange.text(ExchangeKeys.PATH);
        LocatedText snapshot = exchange.text(ExchangeKeys.SNAPSHOT);
        RequestMethod method = values.find(ExchangeKeys.METHOD);
        refuseWithoutEffect();
        if (snapshot != null) {
            refuseBesideSnapshot();
        }
        ExchangeContent content = new ContentReader(exchange).read();
        return new ExchangeDeclaration(
                exchange.name(),
                partner == null ? exchange.name() : partner,
                method != null ? method : hasBody(body, content) ? RequestMethod.POST : RequestMethod.GET,
                path == null ? LocatedText.empty(exchange.document(), key) : path,
                exchange.named(key.child("query")),
                exchange.fields(key.child("headers")),
                body,
                content,
                values.get(ExchangeKeys.FORMAT),
                values.find(ExchangeKeys.SEPARATOR),
                responseSchema(),
                values.find(ExchangeKeys.TIMEOUT),
                values.get(ExchangeKeys.ACCEPT),
                values.get(ExchangeKeys.PASS_STATUS),
                values.find(ExchangeKeys.RETRIES),
                values.find(ExchangeKeys.HEDGE_AFTER),
                exchange.items(ExchangeKeys.NEEDS),
                exchange.text(ExchangeKeys.WHEN),
                exchange.text(ExchangeKeys.FOR_EACH),
                values.get(ExchangeKeys.CONCURRENCY),
                values.get(ExchangeKeys.MAX_ELEMENTS),
                pages(),
                batch(),
                values.get(ExchangeKeys.OPTIONAL),
                values.get(ExchangeKeys.INTERNAL),
                new ExchangeDeclaration.Fallback(
                        exchange.text(ExchangeKeys.FALLBACK_VALUE),
                        exchange.text(ExchangeKeys.FALLBACK_EXCHANGE),
                        values.find(ExchangeKeys.FALLBACK_STALE)),
                example(exchange, key, ExchangeKeys.EXAMPLE),
                snapshot,
                null);
    }

    private static boolean hasBody(@Nullable LocatedText body, ExchangeContent content) {
        return body != null || content.template() != null || content.protocol() != null;
    }

    private ExchangeDeclaration.@Nullable Pages pages() {
        PagesKeys keys = ExchangeKeys.PAGES;
        LocatedText next = exchange.text(keys.next());
        return next == null
                ? null
                : new ExchangeDeclaration.Pages(next, exchange.text(keys.items()), values.get(keys.max()));
    }

    private ExchangeDeclaration.@Nullable Batch batch() {
        BatchKeys keys = ExchangeKeys.BATCH;
        String by = values.find(keys.by());
        return by == null
                ? null
                : new ExchangeDeclaration.Batch(
                        LocatedText.ofName(exchange.document(), key.child(BatchKeys.NAME)),
                        by,
                        values.get(keys.max()),
                        exchange.text(keys.key()),
                        exchange.text(keys.items()),
                        values.get(keys.many()),
                        values.find(keys.waiting()));
    }

    private ExchangeDeclaration.@Nullable ResponseSchema responseSchema() {
        BodySchema schema = exchange.schema(key.child(ExchangeKeys.RESPONSE_SCHEMA));
        return schema == null
                ? null
                : new ExchangeDeclaration.ResponseSchema(schema, values.get(ExchangeKeys.ON_MISMATCH));
    }

    /** There is no request that they could be about. */
    private void refuseBesideSnapshot() {
        for (Key each : exchange.below(key)) {
            if (!BESIDE_SNAPSHOT.contains(each.name())) {
                exchange.problem(
                        each, "has no effect beside snapshot; expected one of " + String.join(", ", BESIDE_SNAPSHOT));
            }
        }
        for (Setting<?> each : List.of(ExchangeKeys.FALLBACK_EXCHANGE, ExchangeKeys.FALLBACK_STALE)) {
            if (exchange.has(exchange.key(each))) {
                exchange.problem(exchange.key(each), "has no effect beside snapshot; expected fallback.value");
            }
        }
    }

    private void refuseWithoutEffect() {
        if (values.find(ExchangeKeys.FOR_EACH) == null) {
            for (Setting<Integer> each : List.of(ExchangeKeys.CONCURRENCY, ExchangeKeys.MAX_ELEMENTS)) {
                if (exchange.has(exchange.key(each))) {
                    exchange.problem(
                            exchange.key(each), "has no effect on a single exchange; expected for-each as well");
                }
            }
        }
        ResponseFormat format = values.get(ExchangeKeys.FORMAT);
        Key schema = key.child(ExchangeKeys.RESPONSE_SCHEMA);
        if (exchange.has(schema) && (format == ResponseFormat.HTML || format == ResponseFormat.TEXT)) {
            exchange.problem(
                    schema,
                    "has no effect on the format %s; expected json, xml, csv or feed".formatted(format.configured()));
        } else if (!exchange.has(schema) && exchange.has(schema.parent())) {
            exchange.problem(schema.parent(), "has no schema; expected schema below it");
        }
        if (values.find(ExchangeKeys.SEPARATOR) != null && format != ResponseFormat.CSV) {
            exchange.problem(
                    exchange.key(ExchangeKeys.SEPARATOR),
                    "has no effect on the format %s; expected format: csv".formatted(format.configured()));
        }
    }

    /**
     * Returns the example of an exchange.
     *
     * @param section that the keys belong to
     * @param key of the exchange
     */
    private static ExchangeDeclaration.@Nullable Example example(Section section, Key key, ExampleKeys keys) {
        Key example = key.child(ExampleKeys.NAME);
        if (!section.has(example)) {
            return null;
        }
        LocatedText body = section.text(keys.body());
        return new ExchangeDeclaration.Example(
                section.values().get(keys.status()),
                body == null ? LocatedText.empty(section.document(), example) : body,
                section.values().get(keys.delay()));
    }
}
