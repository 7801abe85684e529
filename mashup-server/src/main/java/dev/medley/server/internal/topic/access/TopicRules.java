package dev.medley.server.internal.topic.access;

import dev.medley.config.internal.Configuration;
import dev.medley.config.internal.caller.AccessOptions;
import dev.medley.config.internal.topic.TopicOptions;
import dev.medley.config.internal.topic.TopicRule;
import dev.medley.server.internal.edge.CrossOrigin;
import dev.medley.topic.SessionSettings;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.jspecify.annotations.Nullable;

/**
 * What a configuration says of topics and their sessions. Immutable.
 *
 * @param topics the options of each, by name
 * @param sessions the settings of sessions
 * @param recheckNanos of these, for the looks at all sessions: settings look a value up by its key
 * @param origins the rules for pages of other origins; null for none
 */
public record TopicRules(
        Map<String, TopicOptions> topics,
        SessionSettings sessions,
        long recheckNanos,
        @Nullable CrossOrigin origins) {

    private static final TopicRule ANYBODY = new TopicRule(AccessOptions.ANYBODY, List.of(), null);

    /** Copies the map. */
    public TopicRules {
        topics = Map.copyOf(topics);
    }

    /** Returns what {@code configuration} says. */
    public static TopicRules of(Configuration configuration) {
        Map<String, TopicOptions> byName = new LinkedHashMap<>();
        configuration.topics().forEach(each -> byName.put(each.settings().name(), each));
        return new TopicRules(
                byName,
                configuration.server().sessions(),
                configuration.server().sessions().recheck().toNanos(),
                CrossOrigin.of(configuration.server().edge().cors()));
    }

    /** Returns the rule of those that subscribe; null if nobody may. */
    @Nullable
    TopicRule ofSubscribers(String topic) {
        TopicOptions options = topics.get(topic);
        if (options == null) {
            return null;
        }
        return options.settings().isPublic() ? ANYBODY : options.subscribe();
    }

    /** Returns the rule of those that publish from outside; null if nobody may. */
    @Nullable
    TopicRule ofPublishers(String topic) {
        TopicOptions options = topics.get(topic);
        return options == null ? null : options.publish();
    }

    /**
     * Returns whether the request is of no page, of one of this server, or of an origin that is allowed.
     *
     * @param authority that the client has asked for
     * @param showsCookie whether a cookie says who asks: a browser sends it for any page
     */
    boolean allowsOrigin(HttpFields fields, @Nullable String authority, boolean showsCookie) {
        List<String> values = fields.getValuesList(HttpHeader.ORIGIN);
        if (values.isEmpty() || (values.size() == 1 && isOfThisServer(values.get(0), authority))) {
            return true;
        }
        CrossOrigin rules = origins;
        return rules != null && (showsCookie ? rules.allowsCookies(fields) : rules.allows(fields));
    }

    private static boolean isOfThisServer(String origin, @Nullable String authority) {
        int end = origin.indexOf("://");
        return end > 0
                && origin.substring(end + "://".length()).equalsIgnoreCase(Objects.requireNonNullElse(authority, ""));
    }
}
