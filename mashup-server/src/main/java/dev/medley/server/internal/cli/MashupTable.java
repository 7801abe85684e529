package dev.medley.server.internal.cli;

import dev.medley.server.internal.declared.MashupSummary;
import dev.medley.server.internal.declared.plan.MashupEstimate;
import dev.medley.server.internal.script.Script;
import dev.medley.setting.internal.ValueParsers;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** The declared mashups and the scripts as lines of a table. What a script asks for, nobody knows before it runs. */
final class MashupTable {

    private static final String NOTHING = "-";

    private MashupTable() {}

    /** Returns the lines; none without mashups. */
    static List<String> of(List<MashupSummary> declared, List<Script> scripts) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of(
                "mashup",
                "methods",
                "partners",
                "exchanges",
                "layers",
                "requests at most",
                "longest chain of time-outs"));
        declared.forEach(each -> rows.add(row(each)));
        scripts.forEach(each -> rows.add(row(each)));
        return rows.size() == 1 ? List.of() : Columns.of(rows);
    }

    private static List<String> row(MashupSummary mashup) {
        MashupEstimate estimate = mashup.estimate();
        return List.of(
                mashup.path(),
                String.join(" ", mashup.methods()),
                listed(mashup.partners()),
                String.valueOf(estimate.exchanges()),
                String.valueOf(estimate.layers()),
                String.valueOf(estimate.requests()),
                estimate.chain().isEmpty()
                        ? NOTHING
                        : String.join(", ", estimate.chain()) + ": "
                                + ValueParsers.duration().format(estimate.chainTime()));
    }

    private static List<String> row(Script script) {
        return List.of(
                script.path(),
                String.join(" ", script.methods()),
                listed(script.partners().stream().sorted().toList()),
                NOTHING,
                NOTHING,
                NOTHING,
                NOTHING);
    }

    private static String listed(Collection<String> names) {
        return names.isEmpty() ? NOTHING : String.join(" ", names);
    }
}
