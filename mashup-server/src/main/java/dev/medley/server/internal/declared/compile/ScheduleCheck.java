package dev.medley.server.internal.declared.compile;

import dev.medley.config.internal.document.LocatedText;
import dev.medley.partner.OAuth2Grant;
import dev.medley.partner.PartnerSettings;
import dev.medley.server.internal.declaration.ExchangeDeclaration;
import dev.medley.server.internal.declaration.MashupDeclaration;
import dev.medley.server.internal.declaration.ParameterDeclaration;
import dev.medley.server.internal.declaration.ParameterPlace;
import dev.medley.server.internal.declaration.RequestMethod;
import dev.medley.server.internal.declared.plan.ExchangePlan;
import dev.medley.server.internal.declared.value.TextFormula;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** Checks that a mashup with a schedule needs neither client nor caller. For one thread. */
final class ScheduleCheck {

    private final List<String> problems;

    ScheduleCheck(List<String> problems) {
        this.problems = problems;
    }

    /**
     * Adds the problems of a mashup.
     *
     * @param variables of its path
     * @param plans of its exchanges
     * @param partners all that are configured, by their names
     */
    void check(
            MashupDeclaration mashup,
            List<String> variables,
            FormulaCompiler formulas,
            Collection<ExchangePlan> plans,
            Map<String, PartnerSettings> partners) {
        if (!variables.isEmpty() || mashup.path().text().endsWith("*")) {
            problems.add(
                    mashup.path().problem("has every, but no fixed path; expected a path without variables and *"));
        }
        LocatedText passed = mashup.reply().pass();
        if (passed != null) {
            problems.add(passed.problem("passes a response on, but the mashup has every; expected a reply"));
        }
        if (!mashup.methods().equals(List.of(RequestMethod.GET)) && passed == null) {
            problems.add(mashup.path().problem("has every, which is for GET alone; expected methods: [GET]"));
        }
        if (mashup.parts() != null) {
            problems.add(mashup.parts()
                    .problem("has no effect beside every: a snapshot is whole; expected one or the other"));
        }
        if (mashup.bodyRequired() || mashup.bodySchema() != null) {
            problems.add(
                    mashup.path().problem("has a request-body, but its runs have no client; expected none with every"));
        }
        mashup.parameters().forEach(this::checkParameter);
        formulas.refuseOfClient(mashup.parameters().stream()
                .filter(each -> each.in() == null || each.in() == ParameterPlace.QUERY)
                .map(each -> each.name().text())
                .toList());
        for (ExchangePlan each : plans) {
            checkPartners(each, mashup, partners);
        }
    }

    private void checkParameter(ParameterDeclaration parameter) {
        if (parameter.defaultValue() == null) {
            problems.add(parameter
                    .name()
                    .problem("has no default, but the mashup has every, and runs without a client; expected default"));
        }
    }

    private void checkPartners(ExchangePlan exchange, MashupDeclaration mashup, Map<String, PartnerSettings> partners) {
        if (exchange.request().snapshot() != null) {
            return;
        }
        TextFormula partner = exchange.request().partner();
        ExchangeDeclaration declared = mashup.exchanges().stream()
                .filter(each -> each.name().text().equals(exchange.name()))
                .findFirst()
                .orElseThrow();
        for (PartnerSettings each : partners.values()) {
            if (partner.template().isConstant() && !each.name().equals(partner.constant())) {
                continue;
            }
            if (each.auth().oauth2().isPresent() && each.auth().oauth2().get().grant() == OAuth2Grant.TOKEN_EXCHANGE) {
                problems.add(declared.partner()
                        .problem(
                                "has a token of the caller (grant: %s of the partner %s), but the mashup has every, and runs without one; expected grant: %s"
                                        .formatted(
                                                OAuth2Grant.TOKEN_EXCHANGE.configured(),
                                                each.name(),
                                                OAuth2Grant.CLIENT_CREDENTIALS.configured())));
            }
            if (!each.passHeaders().isEmpty()) {
                problems.add(declared.partner()
                        .problem(
                                "has pass-headers of the partner %s, but the mashup has every, and runs without a client; expected a partner without"
                                        .formatted(each.name())));
            }
        }
    }
}
