package dev.medley.config.internal;

import dev.medley.config.ServerSettings;
import dev.medley.config.internal.caller.AccessKeys;
import dev.medley.config.internal.caller.CallerSettings;
import dev.medley.config.internal.document.Key;
import dev.medley.config.internal.key.CommonKeys;
import dev.medley.config.internal.quota.QuotaSettings;
import dev.medley.config.internal.topic.TopicOptions;
import dev.medley.partner.PartnerSettings;
import dev.medley.setting.internal.Setting;
import dev.medley.setting.internal.Setting.Trait;
import dev.medley.setting.internal.Settings;
import dev.medley.setting.internal.SettingsType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The difference between the configuration that a server runs with and one that was read while it ran. Immutable.
 *
 * @param effective the one that was read, with the values of the running one for all keys that need a restart
 * @param changed the keys that are different in the effective one; for a partner, its section
 * @param needRestart the keys that need a restart to change, each with its label in messages: place and key, such as
 *     {@code config/medley.yaml:2:3: server.port}
 */
public record ConfigurationChange(Configuration effective, List<String> changed, List<String> needRestart) {

    private static final SettingsType<ServerSettings> SERVERS = ConfigurationReader.SERVERS;
    private static final Key SERVER = Key.of("server");
    private static final Key PARTNERS = Key.of("partners");
    private static final Key MASHUPS = Key.of("mashups");

    /** Takes copies. */
    public ConfigurationChange {
        changed = List.copyOf(changed);
        needRestart = List.copyOf(needRestart);
    }

    /** Compares the configuration of a server, which keeps its mashups, with one that was read since. */
    public static ConfigurationChange between(Configuration running, Configuration read) {
        return between(running, read, false);
    }

    /**
     * Compares the configuration of a server with one that was read since.
     *
     * @param replacesMashups true for a server that can initialize other mashups, by their options and own settings in the new
     *     configuration; otherwise these need a restart, but for the execution of mashups that it has
     */
    public static ConfigurationChange between(Configuration running, Configuration read, boolean replacesMashups) {
        List<String> changed = new ArrayList<>();
        List<String> needRestart = new ArrayList<>();
        Settings before = SettingsType.values(running.server());
        Settings after = SettingsType.values(read.server());
        Set<Setting<?>> fixed = fixed(running.server(), read.server());
        if (!replacesMashups) {
            // Declared mashups have it from their start on, and so have scripts their bounds.
            SERVERS.keys()
                    .settings()
                    .filter(setting -> setting.path().equals(CommonKeys.MANIFEST))
                    .forEach(fixed::add);
            below("scripts.").forEach(fixed::add);
        }
        SERVERS.keys()
                .settings()
                .filter(setting -> !before.isSame(after, setting))
                .forEach(setting -> {
                    Key key = SERVER.child(Key.of(setting.path()));
                    if (fixed.contains(setting)) {
                        needRestart.add(label(running, read, key));
                    } else {
                        changed.add(key.toString());
                    }
                });
        if (!running.callers().equals(read.callers())) {
            changed.add(CallerSettings.SECTION.toString());
        }
        if (!running.quotas().equals(read.quotas())) {
            changed.add(QuotaSettings.SECTION.toString());
        }
        if (!running.topics().equals(read.topics())) {
            changed.add(TopicOptions.SECTION.toString());
        }
        differences(partners(running), partners(read))
                .forEach(name -> changed.add(PARTNERS.child(name).toString()));
        for (String path : running.mashups().executionsDiffer(read.mashups())) {
            Key key = MASHUPS.child(path).child(Key.of(MashupKeys.EXECUTION.path()));
            // The mashups that there are, are moved; it needs no others.
            if (replacesMashups || running.mashups().mayMove(path, read.mashups())) {
                changed.add(key.toString());
            } else {
                needRestart.add(label(running, read, key));
            }
        }
        for (Key key : ofMashups(running, read)) {
            if (replacesMashups) {
                changed.add(key.toString());
            } else {
                needRestart.add(label(running, read, key));
            }
        }
        Set<String> ownSettings = running.settings().differences(read.settings());
        (replacesMashups ? changed : needRestart).addAll(ownSettings);
        Configuration mashups = replacesMashups ? read : running;
        MashupOptions options =
                replacesMashups ? read.mashups() : running.mashups().withExecutions(read.mashups());
        Configuration effective = new Configuration(
                SERVERS.checked(after.with(before, SERVERS.keys(), fixed::contains)),
                read.partners(),
                read.given(),
                read.files(),
                read.callers(),
                read.quotas(),
                options,
                mashups.declarations(),
                mashups.settings(),
                read.topics());
        return new ConfigurationChange(effective, changed, needRestart);
    }

    /** Returns whether the mashups of the two configurations have different options, but for their execution, or own settings. */
    public static boolean mashupsDiffer(Configuration running, Configuration read) {
        return !ofMashups(running, read).isEmpty()
                || !running.settings().differences(read.settings()).isEmpty();
    }

    /** Returns the settings of the server that need a restart; those of TLS do so where it is turned on or off. */
    private static Set<Setting<?>> fixed(ServerSettings running, ServerSettings read) {
        Set<Setting<?>> fixed = SERVERS.keys()
                .settings()
                .filter(setting -> !setting.has(Trait.CHANGEABLE))
                .collect(Collectors.toCollection(HashSet::new));
        if (running.tls().enabled() != read.tls().enabled()) {
            below("tls.").forEach(fixed::add);
        }
        if (running.adminTls().enabled() != read.adminTls().enabled()) {
            below("admin.tls.").forEach(fixed::add);
        }
        return fixed;
    }

    /** Returns the settings in a section of the server. */
    private static Stream<Setting<?>> below(String prefix) {
        return SERVERS.keys().settings().filter(setting -> setting.path().startsWith(prefix));
    }

    /** Returns the keys of the options of mashups that are different, but for their execution, and the declared mashups that are. */
    private static List<Key> ofMashups(Configuration running, Configuration read) {
        List<Key> keys = new ArrayList<>();
        ofMashups(running, read, MashupKeys.MAX_CONCURRENT, MashupOptions.Given::maxConcurrent, keys);
        ofMashups(running, read, MashupKeys.PRIORITY, MashupOptions.Given::priority, keys);
        ofMashups(running, read, MashupKeys.SERVER_TIMING, MashupOptions.Given::serverTiming, keys);
        ofMashups(running, read, MashupKeys.COST, MashupOptions.Given::cost, keys);
        ofMashups(running, read, MashupKeys.DEADLINE, MashupOptions.Given::deadline, keys);
        differences(
                        running.mashups().values(MashupOptions.Given::access),
                        read.mashups().values(MashupOptions.Given::access))
                .forEach(path -> keys.add(MASHUPS.child(path).child(AccessKeys.OF_MASHUP)));
        differences(declarations(running), declarations(read)).forEach(path -> keys.add(MASHUPS.child(path)));
        return keys;
    }

    /** Returns the declarations of each path: several if its methods have their own. */
    private static Map<String, List<Declaration>> declarations(Configuration configuration) {
        return configuration.declarations().stream()
                .collect(Collectors.groupingBy(each -> each.path().text(), LinkedHashMap::new, Collectors.toList()));
    }

    /** Adds the paths for which one option of mashups is different. */
    private static <T> void ofMashups(
            Configuration running,
            Configuration read,
            Setting<T> setting,
            Function<MashupOptions.Given, @Nullable T> option,
            List<Key> keys) {
        differences(running.mashups().values(option), read.mashups().values(option))
                .forEach(path -> keys.add(MASHUPS.child(path).child(Key.of(setting.path()))));
    }

    private static String label(Configuration running, Configuration read, Key key) {
        String given = read.given().get(key.toString());
        return given == null
                ? running.given().getOrDefault(key.toString(), key.toString()) + " (no longer given)"
                : given;
    }

    private static Map<String, PartnerSettings> partners(Configuration configuration) {
        Map<String, PartnerSettings> partners = new LinkedHashMap<>();
        configuration.partners().forEach(partner -> partners.put(partner.name(), partner));
        return partners;
    }

    /** Returns the keys that one of two maps lacks, or for which they have different values. */
    static <K extends Comparable<K>> Set<K> differences(Map<K, ?> before, Map<K, ?> after) {
        Set<K> keys = new TreeSet<>(before.keySet());
        keys.addAll(after.keySet());
        keys.removeIf(key -> Objects.equals(before.get(key), after.get(key)));
        return keys;
    }
}
