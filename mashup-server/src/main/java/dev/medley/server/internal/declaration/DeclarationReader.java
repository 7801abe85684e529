package dev.medley.server.internal.declaration;

import dev.medley.config.internal.MashupKeys;
import dev.medley.config.internal.document.Document;
import dev.medley.config.internal.document.Key;
import dev.medley.config.internal.document.LocatedText;
import dev.medley.config.internal.document.NamedText;
import dev.medley.setting.internal.Group;
import dev.medley.setting.internal.Setting;
import dev.medley.setting.internal.Settings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads a declared mashup of a document, each of whose values is valid by itself. */
final class DeclarationReader {

    private static final Key EXCHANGES = Key.of("exchanges");
    private static final Key PARAMETERS = Key.of("parameters");
    private static final Key REPLY = Key.of("reply");

    private static final Key PASS = Key.of("pass");

    private static final Duration SHORTEST_INTERVAL = Duration.ofSeconds(1);
    private static final List<String> BESIDE_SNAPSHOT =
            List.of("snapshot", "optional", "fallback", "when", "needs", "internal");

    private final Document document;
    private final Key path;
    /** The keys that declare it: those of the path, or of one method of it. */
    private final Key mashup;

    private DeclarationReader(Document document, Key path, Key mashup) {
        this.document = document;
        this.path = path;
        this.mashup = mashup;
    }

    /** Reads the mashup of {@code key}, or one for each of its methods. */
    static List<MashupDeclaration> read(Document document, Key key) {
        DeclarationReader ofPath = new DeclarationReader(document, key, key);
        Settings values = ofPath.settings(DeclaredKeys.KEYS, key);
        if (!MashupKeys.hasDeclaredMethods(document.at(key))) {
            ofPath.refuseIfEmpty();
            ofPath.checkMethods();
            return List.of(ofPath.mashup(
                    values,
                    values,
                    values.find(DeclaredKeys.METHODS),
                    values.find(DeclaredKeys.SUMMARY),
                    ofPath.parameters()));
        }
        ofPath.refuseBesideMethods();
        List<MashupDeclaration> mashups = new ArrayList<>();
        for (Key method : ofPath.below(key.child("methods"))) {
            mashups.add(new DeclarationReader(document, key, method).ofMethod(values, ofPath.parameters()));
        }
        return mashups;
    }

    /** What a path and one of its methods both declare would be hard to tell apart. */
    private void refuseBesideMethods() {
        for (String each : MashupKeys.DECLARING) {
            if (document.at(mashup).has(each)) {
                document.addProblem(
                        mashup.child(each),
                        "cannot be combined with methods that have declarations of their own; expected it below one of them");
            }
        }
        if (document.at(mashup.child("methods")).isEmpty()) {
            document.addProblem(mashup.child("methods"), "has no method; expected one, such as GET");
        }
    }

    /** A mashup that nobody may ask, or that has a method twice, is not meant. */
    private void checkMethods() {
        Key key = mashup.child("methods");
        if (document.at(key).isArray() && document.at(key).isEmpty()) {
            document.addProblem(key, "has no method; expected one, such as GET");
        }
        Set<String> known = new HashSet<>();
        for (int i = 0; i < document.at(key).size(); i++) {
            String method = document.at(key.item(i)).asString();
            if (!known.add(method)) {
                document.addProblemOfValue(key.item(i), "'" + method + "' is given twice; expected once");
            }
        }
    }

    private void refuseIfEmpty() {
        if (MashupKeys.DECLARING.stream()
                .allMatch(each -> document.at(mashup.child(each)).isEmpty())) {
            document.addProblem(mashup, "declares nothing; expected exchanges, reply or pass below it");
        }
    }

    private MashupDeclaration ofMethod(Settings ofPath, List<ParameterDeclaration> common) {
        Settings values = settings(DeclaredKeys.OF_METHOD, mashup);
        refuseIfEmpty();
        List<ParameterDeclaration> parameters = new ArrayList<>(common);
        for (ParameterDeclaration each : parameters()) {
            if (common.stream().anyMatch(other -> other.name().equals(each.name()))) {
                document.addProblem(
                        mashup.child(PARAMETERS).child(each.name().text()),
                        "is also a parameter of the whole path; expected it in one place");
            }
            parameters.add(each);
        }
        String summary = values.find(DeclaredKeys.SUMMARY);
        return mashup(
                ofPath,
                values,
                List.of(RequestMethod.valueOf(mashup.name())),
                summary == null ? ofPath.find(DeclaredKeys.SUMMARY) : summary,
                parameters);
    }

    private List<ParameterDeclaration> parameters() {
        List<ParameterDeclaration> parameters = new ArrayList<>();
        for (Key each : below(mashup.child(PARAMETERS))) {
            parameters.add(parameter(each));
        }
        return parameters;
    }

    private MashupDeclaration mashup(
            Settings ofPath,
            Settings values,
            @Nullable List<RequestMethod> methods,
            @Nullable String summary,
            List<ParameterDeclaration> parameters) {
        List<ExchangeDeclaration> exchanges = new ArrayList<>();
        for (Key each : below(mashup.child(EXCHANGES))) {
            exchanges.add(exchange(each));
        }
        boolean passes = document.at(mashup).has(PASS.name());
        if (passes) {
            exchanges.add(passed(values, exchanges));
        }
        return new MashupDeclaration(
                name(path),
                summary,
                methods != null ? methods : passes ? List.of() : List.of(RequestMethod.GET),
                ofPath.get(DeclaredKeys.BODY_REQUIRED) && !isGetOfMethods(methods),
                isGetOfMethods(methods) ? null : schema(path.child(DeclaredKeys.BODY_SCHEMA)),
                ofPath.get(DeclaredKeys.PARTS)
                        ? LocatedText.of(document, path.child(Key.of(DeclaredKeys.PARTS.path())))
                        : null,
                ofPath.find(DeclaredKeys.MANIFEST),
                schedule(ofPath),
                parameters,
                exchanges,
                passes ? ReplyDeclaration.passing(name(mashup.child(PASS))) : reply(values));
    }

    private @Nullable ScheduleDeclaration schedule(Settings ofPath) {
        Duration every = ofPath.find(DeclaredKeys.EVERY);
        Duration jitter = ofPath.find(DeclaredKeys.JITTER);
        Key key = path.child(Key.of(DeclaredKeys.EVERY.path()));
        if (every == null) {
            if (jitter != null) {
                document.addProblem(
                        path.child(Key.of(DeclaredKeys.JITTER.path())), "has no effect alone; expected every as well");
            }
            return null;
        }
        if (every.compareTo(SHORTEST_INTERVAL) < 0) {
            document.addProblemOfValue(
                    key,
                    "%s is too short; expected 1s or more"
                            .formatted(document.at(key).asString()));
        }
        return new ScheduleDeclaration(LocatedText.of(document, key), every, jitter);
    }

    /** Returns the schema that {@code key} is; null if there is none, or none that can be used, which is a problem. */
    private @Nullable BodySchema schema(Key key) {
        if (document.at(key).isMissingNode()) {
            return null;
        }
        JsonNode tree = BodySchema.withNumbers(document.at(key));
        List<BodySchema.Fault> faults = BodySchema.faultsOfSchema(tree);
        for (BodySchema.Fault fault : faults) {
            Key place = key;
            for (Object each : fault.path()) {
                place = each instanceof Integer index ? place.item(index) : place.child(each.toString());
            }
            document.addProblem(place, "is not JSON Schema (%s): %s".formatted(fault.rule(), fault.message()));
        }
        return faults.isEmpty() ? BodySchema.of(tree) : null;
    }

    /** A GET beside methods that have a body has none. */
    private boolean isGetOfMethods(@Nullable List<RequestMethod> methods) {
        return !mashup.equals(path) && List.of(RequestMethod.GET).equals(methods);
    }

    /** Returns the exchange that {@code pass} stands for, which has its name. */
    private ExchangeDeclaration passed(Settings values, List<ExchangeDeclaration> others) {
        Key key = mashup.child(PASS);
        if (document.at(mashup).has(REPLY.name())) {
            document.addProblem(key, "cannot be combined with reply; expected one or the other");
        }
        if (others.stream().anyMatch(each -> each.name().equals(name(key)))) {
            document.addProblem(
                    mashup.child(EXCHANGES).child(PASS), "is reserved for the exchange of pass; expected another name");
        }
        PassKeys keys = DeclaredKeys.PASS;
        LocatedText base = text(mashup, keys.path(), values);
        return new ExchangeDeclaration(
                name(key),
                Objects.requireNonNull(text(mashup, keys.partner(), values)),
                RequestMethod.GET,
                base == null ? LocatedText.empty(document, key) : base,
                List.of(),
                fields(key.child("headers")),
                null,
                ExchangeContent.NONE,
                ResponseFormat.JSON,
                null,
                null,
                values.find(keys.timeout()),
                List.of(),
                List.of(),
                null,
                null,
                items(mashup, keys.needs(), values),
                null,
                null,
                ExchangeKeys.DEFAULT_CONCURRENCY,
                ExchangeKeys.DEFAULT_MAX_ELEMENTS,
                null,
                null,
                false,
                false,
                new ExchangeDeclaration.Fallback(null, null, null),
                example(mashup, key, keys.example(), values),
                null,
                new ExchangeDeclaration.InboundRequest(values.find(keys.forwarded())));
    }

    private ParameterDeclaration parameter(Key key) {
        Settings values = settings(ParameterKeys.KEYS, key);
        ParameterCheck.check(
                values, (setting, text) -> document.addProblemOfValue(key.child(Key.of(setting.path())), text));
        return new ParameterDeclaration(
                name(key),
                values.find(ParameterKeys.IN),
                values.get(ParameterKeys.TYPE),
                values.get(ParameterKeys.REQUIRED),
                text(key, ParameterKeys.DEFAULT, values),
                values.find(ParameterKeys.MIN),
                values.find(ParameterKeys.MAX),
                values.find(ParameterKeys.PATTERN),
                values.get(ParameterKeys.ONE_OF),
                values.find(ParameterKeys.DESCRIPTION));
    }

    private ExchangeDeclaration exchange(Key key) {
        Settings values = settings(ExchangeKeys.KEYS, key);
        LocatedText body = text(key, ExchangeKeys.BODY, values);
        LocatedText partner = text(key, ExchangeKeys.PARTNER, values);
        LocatedText path = text(key, ExchangeKeys.PATH, values);
        LocatedText snapshot = text(key, ExchangeKeys.SNAPSHOT, values);
        RequestMethod method = values.find(ExchangeKeys.METHOD);
        refuseWithoutEffect(key, values);
        if (snapshot != null) {
            refuseBesideSnapshot(key);
        }
        ExchangeContent content = new ContentReader(document, key, values).read();
        return new ExchangeDeclaration(
                name(key),
                partner == null ? name(key) : partner,
                method != null ? method : hasBody(body, content) ? RequestMethod.POST : RequestMethod.GET,
                path == null ? LocatedText.empty(document, key) : path,
                named(key.child("query")),
                fields(key.child("headers")),
                body,
                content,
                values.get(ExchangeKeys.FORMAT),
                values.find(ExchangeKeys.SEPARATOR),
                responseSchema(key, values),
                values.find(ExchangeKeys.TIMEOUT),
                values.get(ExchangeKeys.ACCEPT),
                values.get(ExchangeKeys.PASS_STATUS),
                values.find(ExchangeKeys.RETRIES),
                values.find(ExchangeKeys.HEDGE_AFTER),
                items(key, ExchangeKeys.NEEDS, values),
                text(key, ExchangeKeys.WHEN, values),
                text(key, ExchangeKeys.FOR_EACH, values),
                values.get(ExchangeKeys.CONCURRENCY),
                values.get(ExchangeKeys.MAX_ELEMENTS),
                pages(key, values),
                batch(key, values),
                values.get(ExchangeKeys.OPTIONAL),
                values.get(ExchangeKeys.INTERNAL),
                new ExchangeDeclaration.Fallback(
                        text(key, ExchangeKeys.FALLBACK_VALUE, values),
                        text(key, ExchangeKeys.FALLBACK_EXCHANGE, values),
                        values.find(ExchangeKeys.FALLBACK_STALE)),
                example(key, key, ExchangeKeys.EXAMPLE, values),
                snapshot,
                null);
    }

    private static boolean hasBody(@Nullable LocatedText body, ExchangeContent content) {
        return body != null || content.template() != null || content.protocol() != null;
    }

    private ExchangeDeclaration.@Nullable Pages pages(Key exchange, Settings values) {
        PagesKeys keys = ExchangeKeys.PAGES;
        LocatedText next = text(exchange, keys.next(), values);
        return next == null
                ? null
                : new ExchangeDeclaration.Pages(next, text(exchange, keys.items(), values), values.get(keys.max()));
    }

    private ExchangeDeclaration.@Nullable Batch batch(Key exchange, Settings values) {
        BatchKeys keys = ExchangeKeys.BATCH;
        String by = values.find(keys.by());
        return by == null
                ? null
                : new ExchangeDeclaration.Batch(
                        name(exchange.child(Key.of(BatchKeys.NAME))),
                        by,
                        values.get(keys.max()),
                        text(exchange, keys.key(), values),
                        text(exchange, keys.items(), values),
                        values.find(keys.waiting()));
    }

    private ExchangeDeclaration.@Nullable ResponseSchema responseSchema(Key exchange, Settings values) {
        BodySchema schema = schema(exchange.child(ExchangeKeys.RESPONSE_SCHEMA));
        return schema == null
                ? null
                : new ExchangeDeclaration.ResponseSchema(schema, values.get(ExchangeKeys.ON_MISMATCH));
    }

    /** There is no request that they could be about. */
    private void refuseBesideSnapshot(Key exchange) {
        for (Key each : below(exchange)) {
            if (!BESIDE_SNAPSHOT.contains(each.name())) {
                document.addProblem(
                        each, "has no effect beside snapshot; expected one of " + String.join(", ", BESIDE_SNAPSHOT));
            }
        }
        for (Setting<?> each : List.of(ExchangeKeys.FALLBACK_EXCHANGE, ExchangeKeys.FALLBACK_STALE)) {
            Key key = exchange.child(Key.of(each.path()));
            if (!document.at(key).isMissingNode()) {
                document.addProblem(key, "has no effect beside snapshot; expected fallback.value");
            }
        }
    }

    private void refuseWithoutEffect(Key exchange, Settings values) {
        if (values.find(ExchangeKeys.FOR_EACH) == null) {
            for (Setting<Integer> each : List.of(ExchangeKeys.CONCURRENCY, ExchangeKeys.MAX_ELEMENTS)) {
                Key key = exchange.child(Key.of(each.path()));
                if (!document.at(key).isMissingNode()) {
                    document.addProblem(key, "has no effect on a single exchange; expected for-each as well");
                }
            }
        }
        ResponseFormat format = values.get(ExchangeKeys.FORMAT);
        Key schema = exchange.child(ExchangeKeys.RESPONSE_SCHEMA);
        if (!document.at(schema).isMissingNode() && format != ResponseFormat.JSON) {
            document.addProblem(
                    schema, "has no effect on the format %s; expected format: json".formatted(format.configured()));
        } else if (document.at(schema).isMissingNode()
                && !document.at(schema.parent()).isMissingNode()) {
            document.addProblem(schema.parent(), "has no schema; expected schema below it");
        }
        if (values.find(ExchangeKeys.SEPARATOR) != null && format != ResponseFormat.CSV) {
            document.addProblem(
                    exchange.child(Key.of(ExchangeKeys.SEPARATOR.path())),
                    "has no effect on the format %s; expected format: csv".formatted(format.configured()));
        }
    }

    /** Returns the example of the exchange of {@code key}; {@code section} is that of the values. */
    private ExchangeDeclaration.@Nullable Example example(Key section, Key key, ExampleKeys keys, Settings values) {
        Key example = key.child(ExampleKeys.NAME);
        if (document.at(example).isMissingNode()) {
            return null;
        }
        LocatedText body = text(section, keys.body(), values);
        return new ExchangeDeclaration.Example(
                values.get(keys.status()),
                body == null ? LocatedText.empty(document, example) : body,
                values.get(keys.delay()));
    }

    private ReplyDeclaration reply(Settings values) {
        ReplyKeys keys = DeclaredKeys.REPLY;
        return new ReplyDeclaration(
                text(mashup, keys.body(), values),
                named(mashup.child(REPLY).child("merge")),
                text(mashup, keys.status(), values),
                fields(mashup.child(REPLY).child("headers")),
                text(mashup, keys.maxAge(), values),
                text(mashup, keys.type(), values),
                items(mashup, keys.needs(), values),
                text(mashup, keys.manifest(), values),
                text(mashup, keys.pass(), values));
    }

    private Settings settings(Group group, Key section) {
        return document.settings(group, section, section.toString());
    }

    private List<Key> below(Key section) {
        return document.at(section).propertyNames().stream().map(section::child).toList();
    }

    private List<NamedText> named(Key section) {
        List<NamedText> texts = new ArrayList<>();
        for (Key each : below(section)) {
            texts.add(new NamedText(name(each), LocatedText.of(document, each)));
        }
        return texts;
    }

    /** Returns header fields, whose names are the same in capital and in small letters. */
    private List<NamedText> fields(Key section) {
        document.refuseSameFields(section);
        return named(section);
    }

    /** Returns the last name of a key, at the place of the key. */
    private LocatedText name(Key key) {
        return LocatedText.ofName(document, key);
    }

    private @Nullable LocatedText text(Key section, Setting<String> setting, Settings values) {
        String text = values.find(setting);
        return text == null ? null : LocatedText.of(document, section.child(Key.of(setting.path())));
    }

    private List<LocatedText> items(Key section, Setting<List<String>> setting, Settings values) {
        Key list = section.child(Key.of(setting.path()));
        List<LocatedText> items = new ArrayList<>();
        for (int i = 0; i < values.get(setting).size(); i++) {
            items.add(LocatedText.of(document, list.item(i)));
        }
        return items;
    }
}
