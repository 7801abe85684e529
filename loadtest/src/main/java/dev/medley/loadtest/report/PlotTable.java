package dev.medley.loadtest.report;

import dev.medley.loadtest.report.section.Cell;
import dev.medley.loadtest.report.section.Curve;
import dev.medley.loadtest.report.section.Plot;
import dev.medley.loadtest.report.section.Point;
import dev.medley.loadtest.report.section.Table;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/** The numbers of a plot as a table, as long as there are few enough to be read. */
final class PlotTable {

    private PlotTable() {}

    /** The table; empty if a curve has many points, or none has any. */
    static Optional<Table> of(Plot plot) {
        List<String> columns = columns(plot);
        NavigableMap<Double, List<Cell>> rows = new TreeMap<>();
        int column = 1;
        for (Curve curve : plot.curves()) {
            if (!curve.hasFewPoints()) {
                return Optional.empty();
            }
            for (Point point : curve.points()) {
                List<Cell> row = rows.computeIfAbsent(point.x(), x -> emptyRow(x, columns.size()));
                row.set(column, Cell.of(point.y()));
            }
            column++;
        }
        return rows.isEmpty()
                ? Optional.empty()
                : Optional.of(new Table(plot.title(), columns, List.copyOf(rows.values())));
    }

    private static List<String> columns(Plot plot) {
        List<String> columns = new ArrayList<>();
        columns.add(plot.x().text());
        for (Curve curve : plot.curves()) {
            String unit = plot.y().unit();
            columns.add(unit.isEmpty() ? curve.name() : curve.name() + " (" + unit + ")");
        }
        return columns;
    }

    private static List<Cell> emptyRow(double x, int columns) {
        List<Cell> row = new ArrayList<>(Collections.nCopies(columns, Cell.of(Double.NaN)));
        row.set(0, Cell.of(x));
        return row;
    }
}
