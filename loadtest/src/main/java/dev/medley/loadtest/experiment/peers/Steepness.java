package dev.medley.loadtest.experiment.peers;

import dev.medley.loadtest.report.section.Cell;
import dev.medley.loadtest.report.section.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The growth of a mashup's CPU time with its number of requests to partners. */
final class Steepness {

    private final String reference;
    private final Map<Integer, PeerComparison> byCalls = new TreeMap<>();

    Steepness(String reference) {
        this.reference = reference;
    }

    void add(int calls, PeerComparison comparison) {
        byCalls.put(calls, comparison);
    }

    int levels() {
        return byCalls.size();
    }

    /** CPU time that each further request takes, in microseconds: the slope of the line with the least squares. */
    double microsPerCall(String peer) {
        double meanCalls =
                byCalls.keySet().stream().mapToInt(Integer::intValue).average().orElse(Double.NaN);
        double products = 0;
        double squares = 0;
        for (Map.Entry<Integer, PeerComparison> each : byCalls.entrySet()) {
            double offset = each.getKey() - meanCalls;
            products += offset * micros(each.getValue(), peer);
            squares += offset * offset;
        }
        return products / squares;
    }

    /**
     * A row for each server.
     *
     * @param setting the conditions that all levels share
     */
    Table table(PeerSetting setting) {
        List<String> columns = new ArrayList<>(List.of("server"));
        byCalls.keySet().forEach(calls -> columns.add("C=" + calls));
        columns.add("us for each further request");
        columns.add("as a ratio to " + reference);
        Table table = Table.captioned(
                "CPU us/mashup by requests to partners: " + setting.load(), columns.toArray(String[]::new));
        List<String> peers = byCalls.values().iterator().next().peers();
        for (String peer : peers) {
            List<Object> row = new ArrayList<>(List.of(peer));
            byCalls.values().forEach(comparison -> row.add(Cell.of(micros(comparison, peer), 0)));
            row.add(Cell.of(microsPerCall(peer), 1));
            row.add(Cell.of(microsPerCall(peer) / microsPerCall(reference), 2));
            table = table.row(row.toArray());
        }
        return table;
    }

    private static double micros(PeerComparison comparison, String peer) {
        return comparison.median(peer, window -> window.figures().cpuMicros());
    }
}
