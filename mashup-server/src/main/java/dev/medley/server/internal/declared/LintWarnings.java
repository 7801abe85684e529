package dev.medley.server.internal.declared;

import dev.medley.config.internal.Configuration;
import dev.medley.config.internal.document.LocatedText;
import dev.medley.partner.PartnerSettings;
import dev.medley.server.internal.declaration.ExchangeDeclaration;
import dev.medley.server.internal.declaration.MashupDeclaration;
import dev.medley.server.internal.declared.plan.MashupEstimate;
import dev.medley.server.internal.declared.run.DeclaredMashup;
import dev.medley.setting.internal.ValueParsers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Faults of declared mashups with which a server starts, but that are hardly meant. */
final class LintWarnings {

    private final Configuration configuration;
    private final List<String> problems = new ArrayList<>();

    private LintWarnings(Configuration configuration) {
        this.configuration = configuration;
    }

    static List<String> of(DeclaredMashup mashup, Configuration configuration) {
        LintWarnings warnings = new LintWarnings(configuration);
        warnings.checkDeadline(mashup);
        warnings.checkScheduled(mashup);
        MashupDeclaration declaration = mashup.declaration();
        declaration.exchanges().forEach(warnings::checkExchange);
        warnings.checkFallbacks(declaration.exchanges());
        return warnings.problems;
    }

    private void checkDeadline(DeclaredMashup mashup) {
        Duration own = configuration
                .mashups()
                .deadline(List.of(mashup.declaration().path().text()));
        Duration deadline = own == null ? configuration.server().deadline() : own;
        MashupEstimate estimate = mashup.estimate();
        if (deadline != null
                && deadline.compareTo(estimate.chainTime()) < 0
                && deadline.compareTo(estimate.deadline()) < 0) {
            problems.add(mashup.declaration()
                    .path()
                    .problem(
                            "has a deadline of %s, which is shorter than the time-outs of %s, %s in all; expected a longer"
                                            .formatted(
                                                    shown(deadline),
                                                    String.join(" and then ", estimate.chain()),
                                                    shown(estimate.chainTime()))
                                    + " deadline, or a shorter timeout of an exchange"
                                    + (mashup.hasRounds()
                                            ? ", or of for-each a higher concurrency or fewer max-elements"
                                            : "")));
        }
    }

    private void checkScheduled(DeclaredMashup mashup) {
        ReplyStatuses statuses = MashupOutline.of(mashup).statuses();
        if (mashup.declaration().schedule() != null
                && !statuses.others()
                && statuses.constant().stream().noneMatch(LintWarnings::isSuccess)) {
            problems.add(mashup.declaration()
                    .path()
                    .problem(
                            "has every and the status %s, with which no reply is kept; expected a status from 200 to 299"
                                    .formatted(statuses.constant().stream()
                                            .map(String::valueOf)
                                            .collect(Collectors.joining(" or ")))));
        }
    }

    private static boolean isSuccess(int status) {
        return status / 100 == 2;
    }

    private static String shown(Duration time) {
        return ValueParsers.duration().format(time);
    }

    private void checkExchange(ExchangeDeclaration exchange) {
        if (exchange.fallback().stale() != null) {
            PartnerSettings partner = partner(exchange.partner().text());
            if (partner != null && !partner.cache().enabled()) {
                problems.add(exchange.name()
                        .problem(("has a fallback.stale without effect, because the partner %s has no cache;"
                                        + " expected its cache.enabled: true")
                                .formatted(partner.name())));
            }
        }
        exchange.accept().stream()
                .filter(status ->
                        exchange.passStatus().stream().anyMatch(range -> range.isSingle() && range.contains(status)))
                .forEach(status -> problems.add(exchange.name()
                        .problem(
                                "has the status %d in accept and in pass-status, which is without effect then; expected it in one of them"
                                        .formatted(status))));
        if (exchange.optional() && !exchange.passStatus().isEmpty()) {
            problems.add(exchange.name()
                    .problem("has a pass-status without effect, because it is optional; expected one or the other"));
        }
    }

    /** Whether there may be no value is up to the exchange that a fallback stands for. */
    private void checkFallbacks(List<ExchangeDeclaration> exchanges) {
        for (ExchangeDeclaration each : exchanges) {
            LocatedText fallback = each.fallback().exchange();
            if (fallback == null || each.optional()) {
                continue;
            }
            exchanges.stream()
                    .filter(other -> other.optional() && other.name().text().equals(fallback.text()))
                    .forEach(other -> problems.add(other.name()
                            .problem(("is optional without effect, because it is the fallback of %s, which is not;"
                                            + " expected optional: true there")
                                    .formatted(each.name().text()))));
        }
    }

    private @Nullable PartnerSettings partner(String name) {
        return configuration.partners().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElse(null);
    }
}
