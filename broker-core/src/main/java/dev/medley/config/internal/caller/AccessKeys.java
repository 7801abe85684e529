package dev.medley.config.internal.caller;

import dev.medley.config.internal.document.Document;
import dev.medley.config.internal.document.Key;
import dev.medley.config.internal.expression.ExpressionLanguage;
import dev.medley.config.internal.expression.RequestExpression;
import dev.medley.setting.internal.Group;
import dev.medley.setting.internal.Setting;
import dev.medley.setting.internal.Settings;
import dev.medley.setting.internal.ValueParser;
import dev.medley.setting.internal.ValueParsers;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The keys of a section that says who may call something. */
public final class AccessKeys {

    /** The key of the section of a mashup. */
    public static final String OF_MASHUP = "access";

    private static final String ANYBODY = "anybody";
    private static final String CLAIMS = "claims";
    private static final String CONDITION = "condition";

    private static final String SCOPES = "scopes";
    private static final String ROLES = "roles";
    private static final List<String> OF_CALLERS = List.of(SCOPES, ROLES, CLAIMS, CONDITION);

    private static final ValueParser<List<String>> VALUES = ValueParsers.list(ValueParsers.text());

    private final Group group;
    private final String name;
    private final Setting<Boolean> anybody;
    private final Setting<List<String>> scopes;
    private final Setting<List<String>> roles;

    /**
     * Declares the keys.
     *
     * @param group the section {@code name} in the group in which it is
     */
    AccessKeys(Group group, String name) {
        this.group = group;
        this.name = name;
        anybody = group.optional(
                ANYBODY,
                ValueParsers.flag(),
                "false",
                "true",
                "True for anybody, also where known callers are required otherwise; a caller that shows who it is, is known");
        scopes =
                group.optional(SCOPES, VALUES, "none", "[trip.read]", "Scopes that the caller must have, each of them");
        roles = group.optional(ROLES, VALUES, "none", "[clerk]", "Roles of which the caller must have one");
        Group claims = Group.named("Claims that the caller must have, by their names", ValueParsers.text());
        claims.optional(
                Group.ANY_NAME,
                VALUES,
                "none",
                "[acme]",
                "Values of which the claim, or an item of it, must be one; a dot in the name leads into an object");
        group.add(CLAIMS, claims);
        group.optional(
                CONDITION,
                ValueParsers.expression(),
                "none",
                "$request.caller.name = $request.path.user",
                "Expression that must be `true`; `$request` has " + String.join(", ", RequestExpression.MEMBERS));
    }

    /** Returns the section {@code name} of an outermost group. */
    public static AccessKeys section(String name, String help) {
        return new AccessKeys(Group.section(name, help), name);
    }

    /** Returns the group, for further keys of the section. */
    public Group group() {
        return group;
    }

    /** Declares the section in the group in which it is. */
    public void in(Group outer) {
        outer.add(name, group);
    }

    /**
     * Reads the section; null if it is not given.
     *
     * @param values of the outermost group
     * @param section the section in the document
     */
    public @Nullable AccessOptions read(Document document, Key section, Settings values, ExpressionLanguage language) {
        if (!document.at(section).isObject()) {
            return null;
        }
        Map<String, List<String>> claims = new LinkedHashMap<>();
        document.at(section.child(CLAIMS))
                .properties()
                .forEach(claim -> claims.put(claim.getKey(), VALUES.read(claim.getValue())));
        boolean isForAnybody = Boolean.TRUE.equals(values.find(anybody));
        if (isForAnybody
                && OF_CALLERS.stream()
                        .anyMatch(key -> !document.at(section.child(key)).isMissingNode())) {
            document.addProblemOfValue(
                    section.child(ANYBODY), "true beside conditions for callers; expected one or the others");
        }
        return new AccessOptions(
                isForAnybody,
                Objects.requireNonNullElse(values.find(scopes), List.of()),
                Objects.requireNonNullElse(values.find(roles), List.of()),
                claims,
                language.expression(document, section.child(CONDITION)));
    }
}
