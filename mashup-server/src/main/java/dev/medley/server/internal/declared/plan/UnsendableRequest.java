package dev.medley.server.internal.declared.plan;

import dev.medley.connection.InvalidRequestException;
import dev.medley.exchange.internal.DefaultExchangeBuilder;
import dev.medley.mashup.internal.DefaultMashup;
import dev.medley.server.internal.declared.value.EvaluationException;
import dev.medley.server.internal.declared.value.Provenance;
import dev.medley.server.internal.declared.value.Scope;
import dev.medley.server.internal.declared.value.TextFormula;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds which value makes a request of an exchange one that no partner can be sent, once it has been refused. */
final class UnsendableRequest {

    private static final Logger LOG = LoggerFactory.getLogger(UnsendableRequest.class);
    /** As {@link dev.medley.mashup.internal.MissingReason} has it. */
    private static final String INVALID = "invalid request";

    private final RequestPlan plan;
    private final DefaultMashup mashup;
    private final Scope scope;

    private UnsendableRequest(RequestPlan plan, DefaultMashup mashup, Scope scope) {
        this.plan = plan;
        this.mashup = mashup;
        this.scope = scope;
    }

    /** Returns the failure of the exchange, with the key whose value is at fault. */
    static EvaluationException of(
            RequestPlan plan, DefaultMashup mashup, Scope scope, InvalidRequestException refused) {
        UnsendableRequest fault = new UnsendableRequest(plan, mashup, scope);
        // Its message may have secrets of the mashup, and data of anybody.
        LOG.debug("the exchange {} makes an invalid request", plan.exchange(), refused);
        return refused.tooLong() ? fault.tooLong() : fault.of(refused);
    }

    /** Returns the failure of an exchange whose request is too long for its partner. */
    static EvaluationException tooLong(RequestPlan plan, DefaultMashup mashup, Scope scope) {
        return new UnsendableRequest(plan, mashup, scope).tooLong();
    }

    private EvaluationException of(InvalidRequestException refused) {
        if (!isTarget(plan.path().values(scope))) {
            return unusable(plan.path(), refused, plan.path().provenanceOfFault(scope, this::isTarget));
        }
        for (TextFormula template : plan.query().values()) {
            if (template.texts(scope).stream().anyMatch(text -> !isOfQuery(text))) {
                return unusable(
                        template,
                        refused,
                        template.provenanceOfFault(scope, values -> isOfQuery(template.text(values))));
            }
        }
        for (Map.Entry<String, TextFormula> each : plan.headers().entrySet()) {
            String field = each.getKey();
            TextFormula template = each.getValue();
            if (template.texts(scope).stream().anyMatch(text -> !HeaderCheck.isField(field, text))) {
                return unusable(
                        template,
                        refused,
                        template.provenanceOfFault(scope, values -> HeaderCheck.isField(field, template.text(values))));
            }
        }
        // All else is passed on from the inbound request.
        return unusable(plan.path(), refused, Provenance.ofRequest("headers"));
    }

    private boolean isTarget(@Nullable String[] values) {
        return isTarget(plan.target(), (Object[]) values);
    }

    private static boolean isOfQuery(String value) {
        return isTarget("/?{}", value);
    }

    private static boolean isTarget(String template, Object... values) {
        try {
            DefaultExchangeBuilder.checkTarget(template, values);
            return true;
        } catch (InvalidRequestException x) {
            return false;
        }
    }

    private static EvaluationException unusable(
            TextFormula template, InvalidRequestException refused, Provenance provenance) {
        return EvaluationException.unusable(
                template.source(),
                "makes a request that cannot be sent: "
                        + (refused.detail() == null ? "it is not valid" : refused.detail()),
                provenance,
                provenance.status(),
                INVALID);
    }

    /** The longest value is at fault: without it, the others might have room. */
    private EvaluationException tooLong() {
        LongestValue longest = new LongestValue(scope);
        longest.consider(plan.path(), true);
        plan.query().values().forEach(template -> longest.consider(template, true));
        plan.headers().values().forEach(template -> longest.consider(template, false));
        Provenance provenance = longest.provenance();
        if (passedOn() > longest.length()) {
            provenance = Provenance.ofRequest("headers");
        }
        TextFormula template = longest.template() == null ? plan.path() : longest.template();
        return EvaluationException.unusable(
                template.source(),
                "has a value that makes the request too long for its partner",
                provenance,
                provenance.statusOfTooLong(),
                INVALID);
    }

    private int passedOn() {
        String partner = plan.partner().text(scope);
        if (partner == null) {
            return 0;
        }
        return mashup.broker().partner(partner).settings().passHeaders().stream()
                .flatMap(name -> mashup.inbound().headers(name).stream())
                .mapToInt(String::length)
                .sum();
    }
}
