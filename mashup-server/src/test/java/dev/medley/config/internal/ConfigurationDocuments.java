package dev.medley.config.internal;

import static java.util.Objects.requireNonNull;

import dev.medley.config.internal.caller.CallerSettings;
import dev.medley.config.internal.document.Key;
import dev.medley.config.internal.quota.QuotaSettings;
import dev.medley.config.internal.topic.TopicOptions;
import dev.medley.partner.PartnerSettings;
import dev.medley.server.internal.declaration.ServerConfiguration;
import dev.medley.setting.internal.Declared;
import dev.medley.setting.internal.Group;
import dev.medley.setting.internal.Setting;
import dev.medley.setting.internal.SettingsType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Writes the documents from the declared keys. */
final class ConfigurationDocuments {

    private static final ConfigurationSchema SCHEMA = ServerConfiguration.READER.schema();
    private static final String PARTNERS = "partners.<name>.";
    private static final Pattern WORDS = Pattern.compile("(.{1,108})(?: |$)");

    private ConfigurationDocuments() {}

    static String schema() {
        return SCHEMA.json().toPrettyString().replace("\r\n", "\n") + "\n";
    }

    private static Group partner() {
        return SettingsType.of(PartnerSettings.builder("any")).keys();
    }

    /** Returns {@code page} with the rows of its tables as the declarations have them. */
    static String tables(String page) {
        String mashups = rows(page, "mashups.<path>.", MashupKeys.OPTIONS.settings());
        String server =
                rows(mashups, "server.", ConfigurationReader.SERVERS.keys().settings());
        return replaced(server, PARTNERS, below(Key.of("partners").child(Group.ANY_NAME), partner(), true));
    }

    /** Returns {@code page}, about declared mashups, with the rows of its tables as the declarations have them. */
    static String declared(String page) {
        Key key = Key.of("mashups").child(Group.ANY_NAME);
        Group mashup = SCHEMA.group(key);
        String body = "request-body";
        String rows = marked(
                page, "mashup", ofDeclaredMashups(mashup) + below(Key.of(body), SCHEMA.group(key.child(body)), true));
        rows = marked(
                rows,
                "parameter",
                below(Key.ROOT, SCHEMA.group(key.child("parameters").child(Group.ANY_NAME)), true));
        rows = marked(
                rows,
                "exchange",
                below(Key.ROOT, SCHEMA.group(key.child("exchanges").child(Group.ANY_NAME)), true));
        rows = marked(rows, "pass-through", below(Key.ROOT, SCHEMA.group(key.child("pass")), true));
        return marked(rows, "reply", below(Key.ROOT, SCHEMA.group(key.child("reply")), true));
    }

    /** Returns {@code page}, about callers, with the rows of its table as the declarations have them. */
    static String callers(String page) {
        return marked(page, "caller", below(CallerSettings.SECTION, CallerSettings.KEYS, true));
    }

    /** Returns {@code page}, about quotas, with the rows of its table as the declarations have them. */
    static String quotas(String page) {
        return marked(page, "quota", below(QuotaSettings.SECTION.child(Group.ANY_NAME), QuotaSettings.KEYS, true));
    }

    /** Returns {@code page}, about topics, with the rows of its table as the declarations have them. */
    static String topics(String page) {
        return marked(page, "topic", below(TopicOptions.SECTION.child(Group.ANY_NAME), TopicOptions.KEYS, true));
    }

    /** Returns the rows of the keys that only declared mashups have: those of all mashups are in the other document. */
    private static String ofDeclaredMashups(Group mashup) {
        List<String> ofAll = MashupKeys.OPTIONS
                .settings()
                .map(option -> row(option.path(), option))
                .toList();
        return below(Key.ROOT, mashup, false)
                .lines()
                .map(line -> line + "\n")
                .filter(row -> !ofAll.contains(row))
                .collect(Collectors.joining());
    }

    /** Replaces the rows of the table after a comment with {@code mark}. */
    private static String marked(String page, String mark, String rows) {
        Pattern table =
                Pattern.compile("(<!-- keys of an? " + mark + " -->\n\n(?:\\|.*\n){2})(?:\\|.*\n)*", Pattern.MULTILINE);
        return table.matcher(page).replaceFirst(match -> Matcher.quoteReplacement(match.group(1) + rows));
    }

    /** Returns the rows of the settings of a group, and of the groups below it if {@code deep}. */
    private static String below(Key key, Group group, boolean deep) {
        StringBuilder rows = new StringBuilder();
        group.members().forEach((name, member) -> {
            if (member instanceof Setting<?> setting) {
                rows.append(row(key.child(name).toString(), setting));
            } else if (member instanceof Group either && either.list() != null) {
                rows.append(row(key.child(name).toString(), requireNonNull(either.list())));
            } else if (deep && member instanceof Group inner) {
                rows.append(below(key.child(name), inner, true));
            }
        });
        return rows.toString();
    }

    private static String row(String key, Setting<?> setting) {
        return "| `%s` | %s | %s | %s |\n"
                .formatted(key, setting.help(), setting.parser().unit(), setting.whenUnset());
    }

    private static String rows(String page, String prefix, Stream<Setting<?>> settings) {
        String rows =
                settings.map(setting -> row(prefix + setting.path(), setting)).collect(Collectors.joining());
        return replaced(page, prefix, rows);
    }

    private static String replaced(String page, String prefix, String rows) {
        return Pattern.compile("(?:^\\| `" + Pattern.quote(prefix) + ".*\\n)+", Pattern.MULTILINE)
                .matcher(page)
                .replaceFirst(Matcher.quoteReplacement(rows));
    }

    /** Returns {@code file} with the server and its first partner as the declarations have them. */
    static String ready(String file) {
        String server = "server:\n" + section(ConfigurationReader.SERVERS.keys(), "  ", Map.of());
        String weather =
                "  weather:\n" + section(partner(), "    ", Map.of("url", "http://127.0.0.1:9001", "timeout", "2s"));
        String withServer = replace(file, "^server:\\n.*?(?=^# By the names)", server);
        return replace(withServer, "^  weather:\\n.*?(?=^  hotels:)", weather);
    }

    private static String replace(String text, String part, String replacement) {
        return Pattern.compile(part, Pattern.MULTILINE | Pattern.DOTALL)
                .matcher(text)
                .replaceFirst(Matcher.quoteReplacement(replacement));
    }

    private static String section(Group group, String indent, Map<String, String> given) {
        List<String> parts = new ArrayList<>();
        group.members().forEach((name, member) -> parts.add(part(name, member, indent, given)));
        return String.join("", parts);
    }

    private static String part(String name, Declared member, String indent, Map<String, String> given) {
        if (member instanceof Group named && named.names().isPresent()) {
            String example = ((Setting<?>) requireNonNull(named.find(Group.ANY_NAME))).example();
            return comment(named.help(), indent)
                    + "%s#%s: {%s: %s}\n\n".formatted(indent, name, Group.ANY_NAME, example);
        }
        if (member instanceof Group group) {
            return comment(group.help(), indent) + indent + name + ":\n" + section(group, indent + "  ", given);
        }
        Setting<?> setting = (Setting<?>) member;
        boolean isGiven = given.containsKey(setting.path());
        String shown = isGiven
                ? name + ": " + given.get(setting.path())
                : "#" + name + ": " + given.getOrDefault(fallback(setting), setting.example());
        String unset = setting.defaultValue().isPresent() == isGiven && !setting.required()
                ? ". Unset: " + setting.whenUnset()
                : "";
        return comment(setting.help() + unset, indent) + indent + shown + "\n\n";
    }

    private static String fallback(Setting<?> setting) {
        return setting.fallback().map(Setting::path).orElse("");
    }

    private static String comment(String text, String indent) {
        return WORDS.matcher(text.replace("`", "") + ".")
                .results()
                .map(line -> indent + "# " + line.group(1) + "\n")
                .collect(Collectors.joining());
    }
}
