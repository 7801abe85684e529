package dev.medley.server.internal.declared.compile;

import dev.medley.config.internal.document.LocatedText;
import dev.medley.server.internal.declaration.ExchangeDeclaration;
import dev.medley.server.internal.declared.several.BatchPlan;
import dev.medley.server.internal.declared.several.PagesPlan;
import dev.medley.server.internal.declared.several.SharedBatches;
import dev.medley.server.internal.declared.value.Formula;
import dev.medley.server.internal.declared.value.Names;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Compiles what makes an exchange several requests: pages, and batches. For one thread. */
final class SeveralCompiler {

    /** The variables that are the same for all callers, besides the keys. */
    private static final Set<String> OF_ALL = Set.of(Names.KEYS, Names.PARTNERS);

    private static final Set<String> OF_ALL_RESPONSES = Set.of(Names.PAGE, Names.PARTNERS);

    private final ExchangeDeclaration exchange;
    private final BiFunction<LocatedText, List<String>, @Nullable Formula> formulas;
    private final List<String> problems;
    private final boolean isPartial;

    /**
     * Creates a compiler for one exchange.
     *
     * @param formulas compiles an expression that sees further variables; null if it has a problem
     * @param isPartial whether expressions of the request are not known, because they have problems
     */
    SeveralCompiler(
            ExchangeDeclaration exchange,
            BiFunction<LocatedText, List<String>, @Nullable Formula> formulas,
            List<String> problems,
            boolean isPartial) {
        this.isPartial = isPartial;
        this.exchange = exchange;
        this.formulas = formulas;
        this.problems = problems;
    }

    /**
     * Returns how pages are read; null if the exchange has none, or problems.
     *
     * @param ofElement the variables of an element of {@code for-each}
     * @param ofRequest the expressions of the request
     */
    @Nullable
    PagesPlan pages(List<String> ofElement, List<Formula> ofRequest) {
        ExchangeDeclaration.Pages pages = exchange.pages();
        if (pages == null) {
            return null;
        }
        boolean cursor = refers(ofRequest, Names.CURSOR);
        List<String> further = with(ofElement, Names.PAGE, Names.HEAD);
        Formula next = formulas.apply(pages.next(), further);
        Formula items = pages.items() == null ? null : formulas.apply(pages.items(), further);
        if (next != null && next.expression().variables().isEmpty()) {
            problems.add(pages.next().problem("is the same for each page; expected an expression of $page or $head"));
        }
        return next == null ? null : new PagesPlan(next, items, pages.max(), cursor);
    }

    /**
     * As {@link #pages}, of requests for several elements.
     *
     * @param array the elements; null without {@code for-each}
     * @param passesBody whether the request has the body of the inbound one
     */
    @Nullable
    BatchPlan batch(List<String> ofElement, @Nullable Formula array, List<Formula> ofRequest, boolean passesBody) {
        ExchangeDeclaration.Batch batch = exchange.batch();
        if (batch == null) {
            return null;
        }
        LocatedText place = batch.place();
        if (exchange.pages() != null) {
            problems.add(place.problem("cannot be combined with pages; expected one or the other"));
        }
        if (exchange.forEach() == null) {
            checkSingle(batch, ofElement);
        }
        if (!isPartial && !refers(ofRequest, Names.KEYS)) {
            problems.add(
                    place.problem("asks for no key; expected $keys in path, query, headers or body of the exchange"));
        }
        if (batch.waiting() != null) {
            checkShared(place, ofRequest, passesBody);
        }
        Formula key = batch.key() == null ? null : formulas.apply(batch.key(), ofElement);
        Formula items = batch.items() == null ? null : formulas.apply(batch.items(), List.of(Names.PAGE));
        if (batch.waiting() != null && items != null) {
            checkItems(items);
        }
        return new BatchPlan(
                batch.by(),
                batch.max(),
                key,
                array,
                items,
                batch.many(),
                batch.waiting() == null ? null : new SharedBatches(batch.waiting()));
    }

    /** Requests of one element are for several only if they wait for others. */
    private void checkSingle(ExchangeDeclaration.Batch batch, List<String> ofElement) {
        if (!ofElement.isEmpty()) {
            problems.add(
                    batch.place().problem("is of an exchange that stands for one element of another; expected none"));
        } else if (batch.waiting() == null || batch.key() == null) {
            problems.add(batch.place()
                    .problem("has no effect on a single exchange; expected for-each as well, or wait and key"));
        }
    }

    /** What is sent to all must not depend on one: an expression with the keys of all refers to nothing else. */
    private void checkShared(LocatedText place, List<Formula> ofRequest, boolean passesBody) {
        if (passesBody) {
            problems.add(place.problem("has wait, but the request has the client's body; expected no wait"));
        }
        for (Formula each : ofRequest) {
            List<String> others = others(each, OF_ALL);
            if (each.expression().variables().contains(Names.KEYS) && !others.isEmpty()) {
                problems.add(each.source()
                        .problem(
                                "has $keys and %s in one expression, but requests that wait are shared; expected two expressions, or no wait"
                                        .formatted(String.join(", ", others))));
            }
        }
    }

    /** The response is read once, for all. */
    private void checkItems(Formula items) {
        List<String> others = others(items, OF_ALL_RESPONSES);
        if (!others.isEmpty()) {
            problems.add(items.source()
                    .problem("has %s, but responses to requests that wait are shared; expected $page alone, or no wait"
                            .formatted(String.join(", ", others))));
        }
    }

    private static List<String> others(Formula formula, Set<String> known) {
        return formula.expression().variables().stream()
                .filter(name -> !known.contains(name))
                .sorted()
                .map(name -> "$" + name)
                .toList();
    }

    private static boolean refers(List<Formula> formulas, String variable) {
        return formulas.stream().anyMatch(each -> each.expression().variables().contains(variable));
    }

    private static List<String> with(List<String> some, String... others) {
        List<String> all = new ArrayList<>(some);
        all.addAll(List.of(others));
        return all;
    }
}
