package dev.medley.config.internal.topic;

import dev.medley.config.internal.caller.AccessKeys;
import dev.medley.config.internal.caller.AccessOptions;
import dev.medley.config.internal.caller.CallerSettings;
import dev.medley.config.internal.document.Document;
import dev.medley.config.internal.document.Key;
import dev.medley.config.internal.expression.ExpressionLanguage;
import dev.medley.setting.internal.Group;
import dev.medley.setting.internal.Setting;
import dev.medley.setting.internal.Settings;
import dev.medley.setting.internal.ValueParsers;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The keys of a section that says who may subscribe, or publish. */
final class TopicRuleKeys {

    private static final String SUBJECTS_KEY = "subjects";
    private static final String ASK = "ask";
    private static final Duration KEEP_ANSWER = Duration.ofSeconds(30);

    private final String name;
    private final AccessKeys access;
    private final Setting<List<String>> subjects;
    private final Setting<String> partner;
    private final Setting<String> target;
    private final Setting<Duration> keep;

    TopicRuleKeys(String name, String help) {
        this.name = name;
        access = AccessKeys.section(name, help);
        subjects = access.group()
                .optional(
                        SUBJECTS_KEY,
                        ValueParsers.list(SubjectTemplate.parser()),
                        "all subjects of the topic",
                        "[trips.public, 'trips.{name}.>']",
                        "Subjects that the rule is for; a token may be the caller's `{name}`, or a claim such as `{claims.tenant}`");
        Group ask = access.group().group(ASK, "A partner that is asked as well");
        partner = ask.optional(
                "partner",
                ValueParsers.name("a partner's name"),
                "none",
                "entitlements",
                "Partner that is asked with a GET: 200 and 204 permit, 401, 403 and 404 refuse");
        target = ask.optional(
                "target",
                ValueParsers.target(),
                "none",
                "/may",
                "Path that it is asked for; the parameters `action` (`subscribe` or `publish`), `subject`, `caller` and"
                        + " `source` are added");
        keep = ask.key("keep", ValueParsers.duration(), KEEP_ANSWER, "Time for which an answer counts");
    }

    void in(Group outer) {
        access.in(outer);
    }

    /**
     * Reads the section; null if it is not given.
     *
     * @param topic in which it is
     * @param values of the outermost group
     * @param partners that there are
     */
    @Nullable
    TopicRule read(
            Document document,
            Key topic,
            Settings values,
            ExpressionLanguage language,
            boolean areCallersKnown,
            Collection<String> partners) {
        Key section = topic.child(name);
        AccessOptions options = access.read(document, section, values, language);
        if (options == null) {
            return null;
        }
        if (!areCallersKnown && !options.anybody()) {
            document.addProblem(section, CallerSettings.NOBODY);
        }
        List<SubjectTemplate> templates = Objects.requireNonNullElse(values.find(subjects), List.<String>of()).stream()
                .map(SubjectTemplate::parse)
                .toList();
        for (SubjectTemplate each : templates) {
            if (!each.topic().equals(topic.name())) {
                document.addProblemOfValue(
                        section.child(SUBJECTS_KEY),
                        "has %s, which is of another topic; expected subjects that begin with %s"
                                .formatted(each, topic.name()));
            }
        }
        return new TopicRule(options, templates, ask(document, section.child(ASK), values, partners));
    }

    private TopicRule.@Nullable Ask ask(Document document, Key section, Settings values, Collection<String> partners) {
        String asked = values.find(partner);
        String path = values.find(target);
        if (asked == null && path == null) {
            return null;
        }
        if (asked == null || path == null) {
            document.addProblem(section, "expected both keys, partner and target");
            return null;
        }
        if (!partners.contains(asked)) {
            document.addProblemOfValue(
                    section.child("partner"),
                    "no partner is named '%s'; expected %s"
                            .formatted(
                                    asked,
                                    partners.isEmpty()
                                            ? "it below partners"
                                            : "one of " + String.join(", ", partners)));
        }
        return new TopicRule.Ask(asked, path, values.get(keep));
    }
}
