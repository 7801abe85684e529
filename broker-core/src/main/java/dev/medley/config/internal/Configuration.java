package dev.medley.config.internal;

import dev.medley.config.ConfigurationException;
import dev.medley.config.ServerSettings;
import dev.medley.config.internal.caller.CallerSettings;
import dev.medley.config.internal.document.Key;
import dev.medley.config.internal.quota.QuotaSettings;
import dev.medley.config.internal.topic.TopicOptions;
import dev.medley.partner.PartnerSettings;
import dev.medley.setting.internal.Setting;
import dev.medley.topic.TopicSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The configuration. Immutable.
 *
 * @param server the server
 * @param partners the partners, in the order in which they were given
 * @param given the dotted keys that were given, in order, each with its label in messages: place and key, such as
 *     {@code config/medley.yaml:2:3: server.port}
 * @param files further files that it was read from: those that it includes, and those of its references
 * @param callers who callers are
 * @param quotas of clients
 * @param mashups options of single mashups
 * @param declarations of the mashups that are declared, in the order in which they were given
 * @param settings of the mashups
 * @param topics that are declared
 */
public record Configuration(
        ServerSettings server,
        List<PartnerSettings> partners,
        Map<String, String> given,
        Set<Path> files,
        CallerSettings callers,
        List<QuotaSettings> quotas,
        MashupOptions mashups,
        List<? extends Declaration> declarations,
        SettingValues settings,
        List<TopicOptions> topics) {

    private static final Duration TIMEOUT_WITHOUT_PARTNERS = Duration.ofSeconds(60);

    /** A partner's timeout ends before the deadline of the mashup to which it belongs. */
    private static final Duration BEYOND_TIMEOUTS = Duration.ofMillis(500);

    /** Takes copies. */
    public Configuration {
        partners = List.copyOf(partners);
        declarations = List.copyOf(declarations);
        files = Collections.unmodifiableSet(new LinkedHashSet<>(files));
        quotas = List.copyOf(quotas);
        topics = List.copyOf(topics);
        given = Collections.unmodifiableMap(new LinkedHashMap<>(given));
    }

    /** Creates a configuration without options and settings of mashups. */
    public Configuration(ServerSettings server, List<PartnerSettings> partners, Map<String, String> given) {
        this(
                server,
                partners,
                given,
                Set.of(),
                CallerSettings.NONE,
                List.of(),
                MashupOptions.NONE,
                List.of(),
                SettingValues.NONE,
                List.of());
    }

    /**
     * Returns the mashups that are declared, as those of the format of which they were read.
     *
     * @throws ClassCastException if they were read of another one
     */
    public <D extends Declaration> List<D> declarations(Class<D> type) {
        return declarations.stream().map(type::cast).toList();
    }

    /** Returns the settings of the topics. */
    public List<TopicSettings> topicSettings() {
        return topics.stream().map(TopicOptions::settings).toList();
    }

    /** Returns the time for a mashup as a whole: as configured, otherwise half a second more than the longest timeout. */
    public Duration deadline() {
        Duration configured = server.deadline();
        if (configured != null) {
            return configured;
        }
        return partners.stream()
                .map(PartnerSettings::timeout)
                .max(Comparator.naturalOrder())
                .orElse(TIMEOUT_WITHOUT_PARTNERS)
                .plus(BEYOND_TIMEOUTS);
    }

    /**
     * Returns this configuration, for a web application in a servlet container.
     *
     * @throws ConfigurationException if it has keys of the server that belong to the container, naming each
     */
    public Configuration forContainer() {
        List<String> problems = given.entrySet().stream()
                .filter(entry -> belongsToContainer(Key.of(entry.getKey())))
                .map(entry -> entry.getValue() + ": belongs to the servlet container; set it there and not here")
                .toList();
        if (!problems.isEmpty()) {
            throw new ConfigurationException(problems);
        }
        return this;
    }

    private static boolean belongsToContainer(Key key) {
        return ConfigurationReader.SERVERS
                .keys()
                .settings()
                .filter(setting -> setting.has(Setting.Trait.OF_CONTAINER))
                .anyMatch(setting ->
                        ConfigurationReader.SERVER.child(Key.of(setting.path())).equals(key));
    }

    /** Returns the path of topics, if there are some. */
    public List<String> pathsOfTopics() {
        return topics.isEmpty() ? List.of() : List.of(server.sessions().path());
    }
}
