package dev.medley.config;

import dev.medley.setting.Group;
import dev.medley.setting.Setting;
import dev.medley.setting.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Reads a declared mashup of a document, each of whose values is valid by itself. */
final class DeclarationReader {

    private static final Key EXCHANGES = Key.of("exchanges");
    private static final Key PARAMETERS = Key.of("parameters");
    private static final Key REPLY = Key.of("reply");

    private final Document document;
    private final Key mashup;

    private DeclarationReader(Document document, Key mashup) {
        this.document = document;
        this.mashup = mashup;
    }

    /** Reads the mashup of {@code key}, whose options are {@code options}. */
    static MashupDeclaration read(Document document, Key key, Settings options) {
        return new DeclarationReader(document, key).mashup(options);
    }

    private MashupDeclaration mashup(Settings options) {
        List<ParameterDeclaration> parameters = new ArrayList<>();
        for (Key each : below(mashup.child(PARAMETERS))) {
            parameters.add(parameter(each));
        }
        List<ExchangeDeclaration> exchanges = new ArrayList<>();
        for (Key each : below(mashup.child(EXCHANGES))) {
            exchanges.add(exchange(each));
        }
        return new MashupDeclaration(
                name(mashup),
                options.find(MashupKeys.SUMMARY),
                options.get(MashupKeys.METHODS),
                options.get(MashupKeys.BODY_REQUIRED),
                options.get(MashupKeys.PARTS)
                        ? LocatedText.of(document, mashup.child(Key.of(MashupKeys.PARTS.path())))
                        : null,
                options.find(MashupKeys.MANIFEST),
                parameters,
                exchanges,
                reply(options));
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
        RequestMethod method = values.find(ExchangeKeys.METHOD);
        return new ExchangeDeclaration(
                name(key),
                partner == null ? name(key) : partner,
                method != null ? method : body == null ? RequestMethod.GET : RequestMethod.POST,
                Objects.requireNonNull(text(key, ExchangeKeys.PATH, values)),
                named(key.child("query")),
                named(key.child("headers")),
                body,
                values.get(ExchangeKeys.FORMAT),
                values.find(ExchangeKeys.SEPARATOR),
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
                values.get(ExchangeKeys.OPTIONAL),
                values.get(ExchangeKeys.INTERNAL),
                new ExchangeDeclaration.Fallback(
                        text(key, ExchangeKeys.FALLBACK_VALUE, values),
                        text(key, ExchangeKeys.FALLBACK_EXCHANGE, values),
                        values.find(ExchangeKeys.FALLBACK_STALE)),
                example(key, values));
    }

    private ExchangeDeclaration.@Nullable Example example(Key key, Settings values) {
        if (document.at(key.child("example")).isMissingNode()) {
            return null;
        }
        LocatedText body = text(key, ExchangeKeys.EXAMPLE_BODY, values);
        return new ExchangeDeclaration.Example(
                values.get(ExchangeKeys.EXAMPLE_STATUS),
                body == null ? LocatedText.empty(document, key.child("example")) : body,
                values.get(ExchangeKeys.EXAMPLE_DELAY));
    }

    private ReplyDeclaration reply(Settings values) {
        ReplyKeys keys = MashupKeys.REPLY;
        return new ReplyDeclaration(
                text(mashup, keys.body(), values),
                named(mashup.child(REPLY).child("merge")),
                text(mashup, keys.status(), values),
                named(mashup.child(REPLY).child("headers")),
                text(mashup, keys.maxAge(), values),
                text(mashup, keys.type(), values),
                items(mashup, keys.needs(), values),
                text(mashup, keys.manifest(), values));
    }

    private Settings settings(Group group, Key section) {
        return ConfigurationReader.settings(group, document, section, section.toString());
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
