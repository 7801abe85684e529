package dev.medley.server.internal.declared.compile;

import dev.medley.config.internal.document.LocatedText;
import dev.medley.server.internal.declared.expression.Literal;
import dev.medley.server.internal.declared.plan.ComputedBody;
import dev.medley.server.internal.declared.plan.MergedBody;
import dev.medley.server.internal.declared.plan.ReplyPlan;
import dev.medley.server.internal.declared.value.Formula;
import dev.medley.server.internal.declared.value.Names;
import dev.medley.server.internal.declared.value.ValueKind;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** Refuses a completeness manifest that has no place in the body, as far as that is known before there is a request. */
final class ManifestCheck {

    private final List<String> problems;

    ManifestCheck(List<String> problems) {
        this.problems = problems;
    }

    void check(LocatedText manifest, ReplyPlan.Body body) {
        if (body instanceof MergedBody merged) {
            if (manifest.text().equals(Names.MISSING)) {
                problems.add(manifest.problem("'missing' lists the exchanges that failed; expected another name"));
            }
            checkMembers(manifest, merged.names());
        } else if (body instanceof ComputedBody computed) {
            checkComputed(manifest, computed.formula());
        }
    }

    private void checkComputed(LocatedText manifest, Formula body) {
        Literal literal = Literal.of(body.expression());
        Object constant = body.constant(Map.of());
        if (literal.kind() == Literal.Kind.ARRAY) {
            refuse(body, "an array");
        } else if (!(constant instanceof Map)) {
            refuse(body, ValueKind.of(constant));
        } else {
            checkMembers(manifest, literal.members());
        }
    }

    private void checkMembers(LocatedText manifest, Collection<String> members) {
        if (members.contains(manifest.text())) {
            problems.add(
                    manifest.problem("'%s' is another member; expected a name of its own".formatted(manifest.text())));
        }
    }

    private void refuse(Formula body, String kind) {
        problems.add(body.source()
                .problem("the body is %s; expected an object, because reply.manifest is a member of it"
                        .formatted(kind)));
    }
}
