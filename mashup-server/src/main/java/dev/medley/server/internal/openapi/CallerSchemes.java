package dev.medley.server.internal.openapi;

import dev.medley.caller.CallerKind;
import dev.medley.config.internal.Configuration;
import dev.medley.config.internal.caller.AccessOptions;
import dev.medley.config.internal.caller.CallerSettings;
import dev.medley.mashup.Status;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** How callers show who they are, as security schemes, and what a mashup asks of them. Immutable. */
final class CallerSchemes {

    private static final String TOKEN = "CallerToken";
    private static final String KEY = "CallerKey";
    private static final String CERTIFICATE = "CallerCertificate";

    private final Configuration configuration;
    private final CallerSettings callers;
    private final Set<CallerKind> kinds = EnumSet.noneOf(CallerKind.class);

    CallerSchemes(Configuration configuration) {
        this.configuration = configuration;
        callers = configuration.callers();
        if (!callers.tokens().isEmpty()) {
            kinds.add(CallerKind.TOKEN);
        }
        if (callers.keyFile() != null) {
            kinds.add(CallerKind.API_KEY);
        }
        if (callers.certificateName() != null) {
            kinds.add(CallerKind.CERTIFICATE);
        }
    }

    /** Returns whether callers show who they are in the field {@code Authorization}. */
    boolean useAuthorization() {
        return kinds.contains(CallerKind.TOKEN);
    }

    /** Returns the statuses of problems that any mashup may reply with because of callers and quotas. */
    Set<Integer> statuses() {
        Set<Integer> statuses = new LinkedHashSet<>();
        configuration
                .declarations()
                .forEach(mashup -> statuses.addAll(statuses(mashup.path().text())));
        return statuses;
    }

    /** Returns those that the mashup of {@code path} may reply with. */
    Set<Integer> statuses(String path) {
        Set<Integer> statuses = new LinkedHashSet<>();
        // What is wrong is refused also where nobody has to show anything.
        if (callers.isKnown() || isNeeded(path)) {
            statuses.add(Status.UNAUTHORIZED);
        }
        AccessOptions options = access(path);
        if (options != null && !options.anybody() && isNarrow(options)) {
            statuses.add(Status.FORBIDDEN);
        }
        if (configuration.quotas().stream()
                .anyMatch(quota -> quota.mashups().isEmpty() || quota.mashups().contains(path))) {
            statuses.add(Status.TOO_MANY_REQUESTS);
        }
        return statuses;
    }

    private static boolean isNarrow(AccessOptions options) {
        return !options.scopes().isEmpty()
                || !options.roles().isEmpty()
                || !options.claims().isEmpty()
                || options.condition() != null;
    }

    private @Nullable AccessOptions access(String path) {
        return configuration.mashups().access(List.of(path));
    }

    private boolean isNeeded(String path) {
        AccessOptions options = access(path);
        return options == null ? callers.required() : !options.anybody();
    }

    /** Returns the ways to satisfy the mashup of {@code path}, each with its schemes and their scopes; none if it asks for nothing. */
    List<Map<String, List<String>>> requirements(String path) {
        List<Map<String, List<String>>> ways = new ArrayList<>();
        if (!isNeeded(path)) {
            return ways;
        }
        AccessOptions options = access(path);
        List<String> scopes = options == null ? List.of() : options.scopes();
        for (CallerKind kind : kinds) {
            Map<String, List<String>> way = new LinkedHashMap<>();
            way.put(name(kind), kind == CallerKind.TOKEN ? scopes : List.of());
            ways.add(way);
        }
        return ways;
    }

    private static String name(CallerKind kind) {
        return switch (kind) {
            case TOKEN -> TOKEN;
            case API_KEY -> KEY;
            case CERTIFICATE -> CERTIFICATE;
        };
    }

    /** Returns whether there are schemes. */
    boolean isGiven() {
        return !kinds.isEmpty();
    }

    /** Adds the schemes. */
    void addTo(ObjectNode schemes) {
        for (CallerKind kind : kinds) {
            ObjectNode scheme = schemes.putObject(name(kind));
            switch (kind) {
                case TOKEN -> scheme.put("type", "http").put("scheme", "bearer").put("bearerFormat", "JWT");
                case API_KEY -> scheme.put("type", "apiKey").put("in", "header").put("name", callers.keyField());
                case CERTIFICATE -> scheme.put("type", "mutualTLS");
            }
        }
    }
}
