package dev.medley.server.internal.declared.plan;

import dev.medley.config.internal.document.LocatedText;
import dev.medley.server.internal.declared.expression.Expression;
import dev.medley.server.internal.declared.expression.analysis.Reference;
import dev.medley.server.internal.declared.value.Dependencies;
import dev.medley.server.internal.declared.value.Formula;
import dev.medley.server.internal.declared.value.Names;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The replies in parts of a mashup that has them. Immutable.
 *
 * @param exchanges whose values are parts: those that the reply passes on unchanged
 * @param ofStatus exchanges that must have ended before the status of the reply is known
 * @param ofFields by the names of header fields of the reply, the exchanges that must have ended before their values are known
 */
public record PartsPlan(Set<String> exchanges, Set<String> ofStatus, Map<String, Set<String>> ofFields) {

    private static final int FIRST_REDIRECT = 300;
    /** Those of 2xx with which no body is sent (RFC 9110, sections 15.3.5 and 15.3.6). */
    private static final Set<Integer> WITHOUT_BODY = Set.of(204, 205);

    /**
     * Returns the plan of a mashup.
     *
     * @param key by which it has parts, for messages
     * @param names of its exchanges that start by themselves
     * @param problems to which is added if no reply can have a part
     */
    public static PartsPlan of(LocatedText key, ReplyPlan reply, Names names, List<String> problems) {
        Set<String> exchanges = passed(reply.body());
        exchanges.removeIf(names::isInternal);
        if (exchanges.isEmpty()) {
            problems.add(key.problem("the reply passes on no value unchanged, so it has no parts; expected a member of"
                    + " reply.merge that is an exchange alone"));
        }
        Formula status = reply.status();
        if (status != null
                && status.constant(ReplyPlan.FIRST_STATUS) instanceof Number constant
                && !allows(constant.intValue())) {
            problems.add(
                    key.problem("the status of each reply is %s, so it has no parts; expected one of 2xx with a body"
                            .formatted(constant)));
        }
        return new PartsPlan(
                Set.copyOf(exchanges),
                status == null ? Set.of() : needed(status.expression(), names),
                reply.headers().entrySet().stream()
                        .collect(Collectors.toMap(
                                Map.Entry::getKey,
                                field -> field.getValue().expressions().stream()
                                        .flatMap(expression -> needed(expression, names).stream())
                                        .collect(Collectors.toSet()))));
    }

    /** Returns whether a reply with this status may be sent in parts. */
    public static boolean allows(int status) {
        return status >= ReplyPlan.FIRST_STATUS && status < FIRST_REDIRECT && !WITHOUT_BODY.contains(status);
    }

    private static Set<String> passed(ReplyPlan.Body body) {
        Set<String> passed = new HashSet<>();
        if (body instanceof MergedBody merged) {
            passed.addAll(merged.passed());
        } else if (body instanceof ComputedBody computed && computed.manifest() == null) {
            Reference alone = computed.formula().expression().reference();
            if (alone != null && alone.steps().isEmpty() && !Names.RESERVED.contains(alone.variable())) {
                passed.add(alone.variable());
            }
        }
        return passed;
    }

    private static Set<String> needed(Expression expression, Names names) {
        return Dependencies.of(expression, names, Set.of());
    }
}
