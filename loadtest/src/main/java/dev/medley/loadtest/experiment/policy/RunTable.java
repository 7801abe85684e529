package dev.medley.loadtest.experiment.policy;

import dev.medley.loadtest.report.section.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/** A table with a row for each run, and for each column its head beside what it shows of a run. */
record RunTable<R>(String caption, List<String> heads, List<Function<R, Object>> cells) {

    /** A table with the titles of the variants only; {@link #column} adds what it shows of a run. */
    static <R> RunTable<R> captioned(String caption, String variants) {
        return new RunTable<>(caption, List.of(variants), List.of());
    }

    RunTable<R> column(String head, Function<R, Object> cell) {
        return new RunTable<>(caption, with(heads, head), with(cells, cell));
    }

    /** The table of these runs. */
    Table of(Map<? extends PolicyExperiment.Variant, List<R>> runs) {
        Table table = Table.captioned(caption, heads.toArray(String[]::new));
        for (Map.Entry<? extends PolicyExperiment.Variant, List<R>> each : runs.entrySet()) {
            for (R run : each.getValue()) {
                Stream<Object> shown = cells.stream().map(cell -> cell.apply(run));
                table = table.row(
                        Stream.concat(Stream.of(each.getKey().title()), shown).toArray());
            }
        }
        return table;
    }

    private static <T> List<T> with(List<T> list, T last) {
        List<T> longer = new ArrayList<>(list);
        longer.add(last);
        return longer;
    }
}
