package dev.medley.server.internal.declared.compile;

import dev.medley.config.internal.document.LocatedText;
import dev.medley.config.internal.document.NamedText;
import dev.medley.server.internal.declaration.ExchangeDeclaration;
import dev.medley.server.internal.declaration.ResponseFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Checks an exchange whose response is passed on: it has no value, so that nothing may stand for it. For one thread. */
final class PassCheck {

    private static final Set<String> OF_BODY = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);

    static {
        OF_BODY.addAll(List.of("Content-Type", "Content-Encoding"));
    }

    private final List<String> problems;

    PassCheck(List<String> problems) {
        this.problems = problems;
    }

    /** Adds a problem for each key that has no meaning. */
    void check(ExchangeDeclaration exchange) {
        List<String> without = new ArrayList<>();
        add("when", exchange.when(), without);
        add("for-each", exchange.forEach(), without);
        if (exchange.pages() != null) {
            without.add("pages");
        }
        if (exchange.batch() != null) {
            without.add("batch");
        }
        add("fallback.value", exchange.fallback().value(), without);
        add("fallback.exchange", exchange.fallback().exchange(), without);
        if (exchange.fallback().stale() != null) {
            without.add("fallback.stale");
        }
        if (exchange.optional()) {
            without.add("optional");
        }
        if (exchange.format() != ResponseFormat.JSON) {
            without.add("format");
        }
        String protocol = exchange.content().protocol();
        if (protocol != null) {
            without.add(protocol);
        }
        if (exchange.responseSchema() != null) {
            without.add("response-body");
        }
        if (!without.isEmpty()) {
            problems.add(exchange.name()
                    .problem("is passed on as the reply, and has no value; expected no %s"
                            .formatted(String.join(", ", without))));
        }
        if (exchange.inbound() != null) {
            exchange.headers().stream()
                    .map(NamedText::name)
                    .filter(name -> OF_BODY.contains(name.text()))
                    .forEach(name -> problems.add(name.problem(
                            "'%s' describes the client's body; expected no such field".formatted(name.text()))));
        }
    }

    private static void add(String key, @Nullable LocatedText given, List<String> to) {
        if (given != null) {
            to.add(key);
        }
    }
}
