package dev.medley.config.internal.topic;

import dev.medley.config.internal.document.Document;
import dev.medley.config.internal.document.Key;
import dev.medley.config.internal.expression.ExpressionLanguage;
import dev.medley.setting.internal.Group;
import dev.medley.setting.internal.Settings;
import dev.medley.setting.internal.SettingsType;
import dev.medley.topic.TopicSettings;
import dev.medley.topic.internal.subject.TopicNames;
import java.util.ArrayList;
import java.util.Collection;
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
        @Nullable TopicRule subscribe,
        @Nullable TopicRule publish) {

    /** The section in the configuration. */
    public static final Key SECTION = Key.of("topics");

    private static final TopicRuleKeys SUBSCRIBE =
            new TopicRuleKeys("subscribe", "The callers that may subscribe; without it, and without `public`, nobody");
    private static final TopicRuleKeys PUBLISH = new TopicRuleKeys(
            "publish", "The callers that may publish from outside; without it only the mashups of the server");

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
     * @param partners that there are
     */
    public static List<TopicOptions> read(
            Document document, ExpressionLanguage language, boolean areCallersKnown, Collection<String> partners) {
        List<TopicOptions> topics = new ArrayList<>();
        for (String name : document.at(SECTION).propertyNames()) {
            Key key = SECTION.child(name);
            SettingsType<TopicSettings> type = SettingsType.of(TopicSettings.builder(name));
            Settings values = document.settings(KEYS, key, type.owner());
            type.checkFile(
                    values, (setting, problem) -> document.addProblemOfValue(key.child(setting.path()), problem));
            TopicSettings settings = type.viewOf(values);
            TopicRule subscribe = SUBSCRIBE.read(document, key, values, language, areCallersKnown, partners);
            if (settings.isPublic() && subscribe != null) {
                document.addProblemOfValue(
                        key.child("public"), "is true beside a rule of subscribers; expected one of them");
            }
            TopicRule publish = PUBLISH.read(document, key, values, language, areCallersKnown, partners);
            topics.add(new TopicOptions(settings, subscribe, publish));
        }
        return topics;
    }
}
