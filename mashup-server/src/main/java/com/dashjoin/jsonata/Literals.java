package com.dashjoin.jsonata;

import com.dashjoin.jsonata.Parser.Symbol;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Goes through a syntax tree, and gives literals of numbers the values that they were written with. */
final class Literals {

    private final BiFunction<Integer, Number, Number> literals;
    private final Set<Symbol> visited = Collections.newSetFromMap(new IdentityHashMap<>());

    Literals(BiFunction<Integer, Number, Number> literals) {
        this.literals = literals;
    }

    void visit(@Nullable Symbol symbol) {
        if (symbol == null || !visited.add(symbol)) {
            return;
        }
        if ("number".equals(symbol.type) && symbol.value instanceof Number number) {
            symbol.value = literals.apply(symbol.position, number);
        }
        visit(symbol.expression);
        visit(symbol.procedure);
        visit(symbol.body);
        visit(symbol.group);
        visit(symbol.lhs);
        visit(symbol.rhs);
        visit(symbol.condition);
        visit(symbol.then);
        visit(symbol._else);
        visit(symbol.pattern);
        visit(symbol.update);
        visit(symbol.delete);
        visit(symbol.nextFunction);
        visit(symbol.expr instanceof Symbol expression ? expression : null);
        visitAll(symbol.steps);
        visitAll(symbol.arguments);
        visitAll(symbol.predicate);
        visitAll(symbol.stages);
        visitAll(symbol.rhsTerms);
        visitAll(symbol.terms);
        visitAll(symbol.expressions);
        visitPairs(symbol.lhsObject);
        visitPairs(symbol.rhsObject);
    }

    private void visitAll(@Nullable List<Symbol> symbols) {
        if (symbols != null) {
            symbols.forEach(this::visit);
        }
    }

    private void visitPairs(@Nullable List<Symbol[]> pairs) {
        if (pairs != null) {
            for (Symbol[] pair : pairs) {
                visitAll(List.of(pair));
            }
        }
    }
}
