package dev.medley.config;

import dev.medley.partner.PartnerSettings;
import java.time.Duration;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * All that is configured. Immutable.
 *
 * @param server the server
 * @param partners the partners, in the order in which they were given
 * @param given the dotted keys that were really given, in order, each with how messages name it: place and key, such
 *     as {@code config/medley.yaml:2: server.port}
 */
public record Configuration(ServerSettings server, List<PartnerSettings> partners, Map<String, String> given) {

    private static final Duration TIMEOUT_WITHOUT_PARTNERS = Duration.ofSeconds(60);

    /** So that a partner's timeout is over before the deadline of the mashup that it belongs to. */
    private static final Duration BEYOND_TIMEOUTS = Duration.ofMillis(500);

    /** What a servlet container decides. */
    private static final Set<String> CONTAINER_KEYS = Set.of(
            "server.port",
            "server.host",
            "server.admin.port",
            "server.admin.host",
            "server.idle-timeout",
            "server.accept-backlog",
            "server.access-log");

    /** Takes copies. */
    public Configuration {
        partners = List.copyOf(partners);
        given = Collections.unmodifiableMap(new LinkedHashMap<>(given));
    }

    /** The time for a mashup as a whole: as configured, otherwise half a second more than the longest timeout. */
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
     * This configuration, for a web application in a servlet container.
     *
     * @throws ConfigurationException if it has keys of the server that belong to the container, naming each
     */
    public Configuration forContainer() {
        List<String> problems = given.entrySet().stream()
                .filter(entry -> CONTAINER_KEYS.contains(entry.getKey()))
                .map(entry -> entry.getValue() + ": belongs to the servlet container; set it there and not here")
                .toList();
        if (!problems.isEmpty()) {
            throw new ConfigurationException(problems);
        }
        return this;
    }
}
