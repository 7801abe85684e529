package dev.medley.config.internal.topic;

import dev.medley.config.internal.caller.AccessKeys;
import dev.medley.config.internal.caller.AccessOptions;
import dev.medley.config.internal.caller.CallerSettings;
import dev.medley.config.internal.document.Document;
import dev.medley.config.internal.document.Key;
import dev.medley.config.internal.expression.ExpressionLanguage;
import dev.medley.setting.internal.Group;
import dev.medley.setting.internal.Settings;
import dev.medley.setting.internal.SettingsType;
import dev.medley.topic.TopicSettings;
import dev.medley.topic.internal.subject.TopicNames;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A topic that is declared. Immutable.
 *
 * @param settings of it
 * @param subscribe who may subscribe; null for nobody, unless the topic is public
 * @param publish who may publish from outside; null for nobody
 */
public record TopicOptions(
        TopicSettings settings,
        @Nullable AccessOptions subscribe,
        @Nullable AccessOptions publish) {

    /** The section in the configuration. */
    public static final Key SECTION = Key.of("topics");

    private static final String SUBSCRIBE_KEY = "subscribe";
    private static final String PUBLISH_KEY = "publish";
    private static final AccessKeys SUBSCRIBE = AccessKeys.section(
            SUBSCRIBE_KEY, "The callers that may subscribe; without it, and without `public`, nobody");
    private static final AccessKeys PUBLISH = AccessKeys.section(
            PUBLISH_KEY, "The callers that may publish from outside; without it only the mashups of the server");

    /** The keys of a topic. */
    public static final Group KEYS = keys();

    private static Group keys() {
        Group keys = Group.of("A topic");
        keys.addAll(SettingsType.of(TopicSettings.builder("any")).keys());
        SUBSCRIBE.in(keys);
        PUBLISH.in(keys);
        return keys;
    }

    /** Returns the section of all topics. */
    public static Group section() {
        return Group.named(
                "Topics: streams of messages that clients subscribe to, by names of your choice; a topic has the subject of its"
                        + " name, and those that begin with it and a dot",
                TopicNames.PARSER,
                KEYS);
    }

    /**
     * Reads the section of a document in which every value is valid by itself.
     *
     * @param areCallersKnown whether the configuration says how callers are known
     */
    public static List<TopicOptions> read(Document document, ExpressionLanguage language, boolean areCallersKnown) {
        List<TopicOptions> topics = new ArrayList<>();
        for (String name : document.at(SECTION).propertyNames()) {
            Key key = SECTION.child(name);
            SettingsType<TopicSettings> type = SettingsType.of(TopicSettings.builder(name));
            Settings values = document.settings(KEYS, key, type.owner());
            TopicSettings settings = type.viewOf(values);
            AccessOptions subscribe = SUBSCRIBE.read(document, key.child(SUBSCRIBE_KEY), values, language);
            if (settings.isPublic() && subscribe != null) {
                document.addProblemOfValue(
                        key.child("public"), "is true beside a rule of subscribers; expected one of them");
            }
            AccessOptions publish = PUBLISH.read(document, key.child(PUBLISH_KEY), values, language);
            if (!areCallersKnown) {
                refuseRuleOfNobody(document, key.child(SUBSCRIBE_KEY), subscribe);
                refuseRuleOfNobody(document, key.child(PUBLISH_KEY), publish);
            }
            topics.add(new TopicOptions(settings, subscribe, publish));
        }
        return topics;
    }

    private static void refuseRuleOfNobody(Document document, Key key, @Nullable AccessOptions rule) {
        if (rule != null && !rule.anybody()) {
            document.addProblem(key, CallerSettings.NOBODY);
        }
    }
}
