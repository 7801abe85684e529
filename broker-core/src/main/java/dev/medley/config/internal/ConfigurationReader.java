package dev.medley.config.internal;

import dev.medley.config.ConfigurationException;
import dev.medley.config.ServerSettings;
import dev.medley.config.internal.caller.AccessKeys;
import dev.medley.config.internal.caller.AccessOptions;
import dev.medley.config.internal.caller.CallerSettings;
import dev.medley.config.internal.document.Document;
import dev.medley.config.internal.document.Key;
import dev.medley.config.internal.document.References;
import dev.medley.config.internal.document.SourceLocation;
import dev.medley.config.internal.document.YamlReader;
import dev.medley.config.internal.quota.QuotaSettings;
import dev.medley.config.internal.topic.TopicOptions;
import dev.medley.partner.OAuth2Grant;
import dev.medley.partner.PartnerSettings;
import dev.medley.partner.internal.PartnerReferences;
import dev.medley.partner.internal.field.FixedFields;
import dev.medley.partner.internal.field.PartnerNames;
import dev.medley.setting.internal.Group;
import dev.medley.setting.internal.InvalidValueException;
import dev.medley.setting.internal.OpenSection;
import dev.medley.setting.internal.Setting;
import dev.medley.setting.internal.Settings;
import dev.medley.setting.internal.SettingsType;
import dev.medley.setting.internal.ValueParser;
import dev.medley.setting.internal.ValueParsers;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads the configuration. A value comes from a flag; if there is none, from an environment variable; if there is none,
 * from the file; otherwise it has its default.
 *
 * <p>Every method takes the environment variables, of which those that begin with MEDLEY_ count, and the values of flags
 * by dotted key, such as {@code server.port}. It throws {@link ConfigurationException} with all problems.
 */
public final class ConfigurationReader {

    /** What the settings of the server are made of. */
    static final SettingsType<ServerSettings> SERVERS = SettingsType.of(ServerSettings.builder());

    static final Key SERVER = Key.of("server");
    private static final Key PARTNERS = Key.of("partners");
    private static final Key MASHUPS = Key.of("mashups");

    private final DeclarationFormat format;
    private final ConfigurationSchema schema;

    /** Creates a reader of configurations that declare mashups in {@code format}. */
    public ConfigurationReader(DeclarationFormat format) {
        this.format = format;
        schema = new ConfigurationSchema(Group.of("The configuration of Medley, a server-side"
                        + " mashup broker. Every value can be overridden: server.port by the environment variable"
                        + " MEDLEY_SERVER_PORT or the flag --set server.port=8080")
                .add("include", Includes.SETTING)
                .add("server", SERVERS.keys())
                .add(
                        "partners",
                        Group.named(
                                "Partners whose responses mashups merge, by the names that mashups use: lower-case"
                                        + " letters, digits and hyphens after a letter",
                                PartnerNames.PARSER,
                                SettingsType.of(PartnerSettings.builder("any")).keys()))
                .add("callers", CallerSettings.KEYS)
                .add("quotas", QuotaSettings.section())
                .add("topics", TopicOptions.section())
                .add(
                        "mashups",
                        Group.named(
                                "Options of individual mashups, by the paths that they are mapped to, and declared"
                                        + " mashups, by their paths",
                                MashupKeys.PATHS,
                                MashupKeys.section(format)))
                .add(
                        "settings",
                        new OpenSection(
                                "Settings of your own mashups, in groups of your choice, by names of lower-case"
                                        + " letters, digits and hyphens after a letter",
                                ValueParsers.name("the name of a setting"))));
    }

    /** Returns all keys. */
    ConfigurationSchema schema() {
        return schema;
    }

    /** Reads a file in YAML. */
    public Configuration read(Path file, Map<String, String> environment, Map<String, String> flags) {
        return parse(file.toString(), text(file), file, environment, flags);
    }

    /** Returns the configuration without a file. */
    public Configuration defaults(Map<String, String> environment, Map<String, String> flags) {
        return parse("defaults", "", environment, flags);
    }

    /** Reads a text in YAML, which messages call {@code name}. */
    public Configuration parse(String name, String yaml, Map<String, String> environment, Map<String, String> flags) {
        return parse(name, yaml, null, environment, flags);
    }

    private Configuration parse(
            String name, String yaml, @Nullable Path file, Map<String, String> environment, Map<String, String> flags) {
        Set<Path> files = new LinkedHashSet<>();
        Document document = document(schema, name, yaml, file, environment, flags, files);
        Settings values = document.settings(SERVERS.keys(), SERVER, SERVERS.owner());
        SERVERS.checkFile(
                values, (setting, text) -> document.addProblemOfValue(SERVER.child(Key.of(setting.path())), text));
        Map<SettingsType<PartnerSettings>, Settings> partners = new LinkedHashMap<>();
        for (String each : document.at(PARTNERS).propertyNames()) {
            Key key = PARTNERS.child(each);
            SettingsType<PartnerSettings> partner = partner(document, each, key.child(FixedFields.KEY));
            Settings given = document.settings(partner.keys(), key, partner.owner());
            partner.checkFile(
                    given, (setting, text) -> document.addProblemOfValue(key.child(Key.of(setting.path())), text));
            partners.put(partner, given);
        }
        List<Declaration> declarations = new ArrayList<>();
        ServerSettings server = SERVERS.viewOf(values);
        MashupOptions mashups = mashups(document, server, declarations);
        SettingValues settings = SettingValues.of(document, Overrides.ofMashups(environment));
        throwIfInvalid(document);
        List<PartnerSettings> viewed = partners.entrySet().stream()
                .map(entry -> entry.getKey().viewOf(entry.getValue()))
                .toList();
        PartnerReferences.check(
                viewed,
                (partner, key, problem) -> document.addProblemOfValue(
                        PARTNERS.child(partner.name()).child(Key.of(key)), problem));
        throwIfInvalid(document);
        List<String> partnerNames = viewed.stream().map(PartnerSettings::name).toList();
        CallerSettings callers = CallerSettings.read(document, partnerNames, format);
        List<QuotaSettings> quotas = QuotaSettings.read(document, format);
        List<TopicOptions> topics = TopicOptions.read(document, format, callers.isKnown(), partnerNames);
        if (callers.tokens().isEmpty()) {
            viewed.stream()
                    .filter(partner -> partner.auth()
                            .oauth2()
                            .filter(oauth2 -> oauth2.grant() == OAuth2Grant.TOKEN_EXCHANGE)
                            .isPresent())
                    .forEach(partner -> document.addProblemOfValue(
                            PARTNERS.child(partner.name()).child(Key.of("auth.oauth2.grant")),
                            "no caller shows a token, which could be exchanged; expected callers.tokens as well"));
        }
        refuseAccessOfNobody(document, callers, mashups);
        throwIfInvalid(document);
        Path keys = callers.keyFile();
        if (keys != null) {
            files.add(keys);
        }
        return new Configuration(
                server, viewed, given(document), files, callers, quotas, mashups, declarations, settings, topics);
    }

    /** Without callers, everybody would be let in whom the section is there to keep out. */
    private static void refuseAccessOfNobody(Document document, CallerSettings callers, MashupOptions mashups) {
        for (String path : document.at(MASHUPS).propertyNames()) {
            AccessOptions access = mashups.access(List.of(path));
            if (access != null && !access.anybody() && !callers.isKnown()) {
                document.addProblem(MASHUPS.child(path).child(AccessKeys.OF_MASHUP), CallerSettings.NOBODY);
            }
        }
    }

    /** Reads the header fields of a partner; a name that none can have is a problem, because no schema says so. */
    private static SettingsType<PartnerSettings> partner(Document document, String name, Key section) {
        document.refuseSameFields(section);
        PartnerSettings.Builder partner = PartnerSettings.builder(name);
        document.at(section).properties().forEach(field -> {
            Key key = section.child(field.getKey());
            try {
                partner.header(field.getKey(), field.getValue().asString());
            } catch (InvalidValueException x) {
                document.addProblem(key, String.valueOf(x.getMessage()));
            }
        });
        return SettingsType.of(partner);
    }

    private MashupOptions mashups(Document document, ServerSettings server, List<Declaration> declarations) {
        Map<String, MashupOptions.Given> options = new LinkedHashMap<>();
        for (String path : document.at(MASHUPS).propertyNames()) {
            Key key = MASHUPS.child(path);
            Settings mashup = document.settings(MashupKeys.OPTIONS, key, "mashup " + path);
            BiConsumer<Setting<?>, String> problems =
                    (setting, text) -> document.addProblemOfValue(key.child(Key.of(setting.path())), text);
            MashupCheck.check(server, mashup, problems);
            boolean declared = MashupKeys.isDeclared(document.at(key));
            if (declared) {
                declarations.addAll(format.read(document, key));
            } else {
                MashupKeys.refuseOfDeclared(
                        document.at(key),
                        name -> document.addProblem(
                                key.child(name),
                                "is allowed in declared mashups only; expected exchanges, reply or pass as well"));
            }
            options.put(
                    path,
                    new MashupOptions.Given(
                            mashup.find(MashupKeys.EXECUTION),
                            mashup.find(MashupKeys.MAX_CONCURRENT),
                            mashup.find(MashupKeys.PRIORITY),
                            mashup.find(MashupKeys.DEADLINE),
                            mashup.find(MashupKeys.SERVER_TIMING),
                            MashupKeys.ACCESS.read(document, key.child(AccessKeys.OF_MASHUP), mashup, format),
                            mashup.find(MashupKeys.COST),
                            declared,
                            document.location(key).label(key)));
        }
        return new MashupOptions(options);
    }

    /**
     * Returns a document in which every value is valid by itself.
     *
     * @param file of the text; null if it is not a file
     * @param files takes the further files that the text names
     */
    static Document document(
            ConfigurationSchema schema,
            String name,
            String yaml,
            @Nullable Path file,
            Map<String, String> environment,
            Map<String, String> flags,
            Set<Path> files) {
        Document document = YamlReader.read(name, yaml);
        throwIfInvalid(document);
        files.addAll(Includes.read(document, file));
        throwIfInvalid(document);
        new Overrides(schema, document).apply(environment, flags);
        Includes.refuseOverride(document);
        refuseElsewhere(document);
        files.addAll(new References(document, environment, schema::parser, key -> isCode(schema, key)).replace());
        throwIfInvalid(document);
        new SchemaCheck(schema, document).run();
        throwIfInvalid(document);
        return document;
    }

    /** Refuses what other programs would replace in the fields of partners. */
    private static void refuseElsewhere(Document document) {
        document.values().forEach((key, value) -> {
            if (PARTNERS.isAbove(key)
                    && key.names().size() == 4
                    && key.names().get(2).equals(FixedFields.KEY)
                    && value.isString()) {
                try {
                    FixedFields.refuseElsewhere(value.asString());
                } catch (InvalidValueException x) {
                    document.addProblemOfValue(key, String.valueOf(x.getMessage()));
                }
            }
        });
    }

    /** Whether the text of {@code key} may be a template or an expression, or may be shown to clients. */
    private static boolean isCode(ConfigurationSchema schema, Key key) {
        @Nullable ValueParser<?> parser = schema.parser(key);
        String expected = parser == null ? "" : parser.expected();
        return expected.equals(ValueParsers.expression().expected())
                || (MASHUPS.isAbove(key)
                        && (parser == null
                                || expected.equals(ValueParsers.text().expected())));
    }

    private static void throwIfInvalid(Document document) {
        List<String> problems = document.problems();
        if (!problems.isEmpty()) {
            throw new ConfigurationException(problems);
        }
    }

    private Map<String, String> given(Document document) {
        Map<String, String> given = new LinkedHashMap<>();
        document.values().keySet().stream()
                .filter(key -> schema.find(key) instanceof Setting)
                .forEach(key -> given.put(key.toString(), document.location(key).label(key)));
        return given;
    }

    /** Returns the text of a file of the configuration; throws {@link ConfigurationException} if it has none. */
    static String text(Path file) {
        try {
            if (Files.isDirectory(file)) {
                throw problem(file, ": is a directory; expected a YAML file");
            }
            String text = decode(file, Files.readAllBytes(file));
            if (text.lines().map(String::strip).allMatch(line -> line.isEmpty() || line.startsWith("#"))) {
                // A file is empty while it is rewritten in place. A reload at that time would remove all partners.
                throw problem(file, ": is empty; expected a section, such as partners");
            }
            return text;
        } catch (NoSuchFileException x) {
            throw problem(file, ": there is no such file; expected a YAML file");
        } catch (AccessDeniedException x) {
            throw problem(file, ": is not readable; expected a file that this user can read");
        } catch (IOException x) {
            throw problem(file, ": cannot be read; " + x);
        }
    }

    private static String decode(Path file, byte[] bytes) {
        CharBuffer text = CharBuffer.allocate(bytes.length);
        CoderResult result = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes), text, true);
        if (result.isError()) {
            SourceLocation place = SourceLocation.file(file.toString(), text.flip(), text.limit());
            throw new ConfigurationException(
                    List.of(place.label(Key.ROOT) + ": is not UTF-8; expected a file in that encoding"));
        }
        return text.flip().toString();
    }

    private static ConfigurationException problem(Path file, String text) {
        return new ConfigurationException(List.of(file + text));
    }
}
