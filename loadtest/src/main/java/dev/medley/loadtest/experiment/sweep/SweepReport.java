package dev.medley.loadtest.experiment.sweep;

import dev.medley.loadtest.experiment.server.PartnerProtocol;
import dev.medley.loadtest.experiment.server.Quartiles;
import dev.medley.loadtest.experiment.server.Setup;
import dev.medley.loadtest.report.Report;
import dev.medley.loadtest.report.section.Axis;
import dev.medley.loadtest.report.section.Cell;
import dev.medley.loadtest.report.section.Curve;
import dev.medley.loadtest.report.section.Plot;
import dev.medley.loadtest.report.section.Point;
import dev.medley.loadtest.report.section.Table;
import dev.medley.loadtest.report.section.Verdict;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** The report of a {@link Sweep}: two plots and a table for each dimension. */
final class SweepReport {

    private static final int NO_DECIMALS = 0;
    private static final int ONE_DECIMAL = 1;
    private static final int TWO_DECIMALS = 2;

    private final Setup setup;
    private final List<SweepMeasurement> measured;

    private SweepReport(Setup setup, List<SweepMeasurement> measured) {
        this.setup = setup;
        this.measured = measured;
    }

    static Report of(Setup setup, Set<SweepDimension> dimensions, int rounds, List<SweepMeasurement> measured) {
        Report.Builder report = setup.report(
                        "Sweep: the cost of a mashup by load",
                        "Random arrivals, one quantity varied at a time, medians of %d rounds".formatted(rounds))
                .text(
                        "CPU is the server process's CPU time per answered mashup. Latency counts from the scheduled arrival,"
                                + " without the partners' delay; one mashup in a hundred exceeds the 99th percentile. The delay"
                                + " sets the mashups in flight: users = rate x delay.");
        SweepReport parts = new SweepReport(setup, measured);
        for (SweepDimension dimension : dimensions) {
            report.add(parts.plot(dimension, "CPU per mashup", "µs", SweepMeasurement::cpuMicros))
                    .add(parts.plot(dimension, "p99 beyond the delay", "ms", SweepMeasurement::p99Millis))
                    .add(parts.table(dimension));
        }
        return report.add(verdict(measured)).build();
    }

    private Plot plot(SweepDimension dimension, String what, String unit, ToDoubleFunction<SweepMeasurement> value) {
        Plot plot = Plot.of("%s by %s".formatted(what, dimension.label()), dimension.axis(), Axis.of(what, unit));
        for (PartnerProtocol protocol : protocols()) {
            List<Point> medians = dimension.levels(setup.quick()).stream()
                    .map(level -> new Point(
                            level, quartiles(dimension, level, protocol, value).median()))
                    .toList();
            plot = plot.curve(Curve.line(protocol.configured(), medians));
        }
        return plot;
    }

    private Table table(SweepDimension dimension) {
        Table table = Table.captioned(
                "%s; %s".formatted(dimension.label(), dimension.kept()),
                dimension.label(),
                "protocol",
                "CPU µs",
                "quartiles",
                "p99 ms",
                "quartiles",
                "CPU, h2c to HTTP/1.1",
                "errors");
        for (int level : dimension.levels(setup.quick())) {
            double http1 = cpu(dimension, level, PartnerProtocol.HTTP_1_1).median();
            for (PartnerProtocol protocol : protocols()) {
                Quartiles cpu = cpu(dimension, level, protocol);
                Quartiles p99 = quartiles(dimension, level, protocol, SweepMeasurement::p99Millis);
                table = table.row(
                        Cell.of(level),
                        protocol.configured(),
                        Cell.of(cpu.median(), NO_DECIMALS),
                        cpu.range(NO_DECIMALS),
                        Cell.of(p99.median(), ONE_DECIMAL),
                        p99.range(ONE_DECIMAL),
                        Cell.of(cpu.median() / http1, TWO_DECIMALS),
                        at(dimension, level, protocol)
                                .mapToLong(SweepMeasurement::errors)
                                .sum());
            }
        }
        return table;
    }

    static Verdict verdict(Collection<SweepMeasurement> measured) {
        long errors = measured.stream().mapToLong(SweepMeasurement::errors).sum();
        return Verdict.of("No mashup failed at any level", !measured.isEmpty() && errors == 0)
                .figure("errors", (double) errors, "")
                .figure("windows", measured.size(), "");
    }

    private List<PartnerProtocol> protocols() {
        return measured.stream()
                .map(SweepMeasurement::protocol)
                .distinct()
                .sorted()
                .toList();
    }

    private Quartiles cpu(SweepDimension dimension, int level, PartnerProtocol protocol) {
        return quartiles(dimension, level, protocol, SweepMeasurement::cpuMicros);
    }

    private Quartiles quartiles(
            SweepDimension dimension, int level, PartnerProtocol protocol, ToDoubleFunction<SweepMeasurement> value) {
        return Quartiles.of(at(dimension, level, protocol)
                .map(measurement -> value.applyAsDouble(measurement))
                .toList());
    }

    private Stream<SweepMeasurement> at(SweepDimension dimension, int level, PartnerProtocol protocol) {
        return measured.stream()
                .filter(measurement -> measurement.dimension() == dimension
                        && measurement.level() == level
                        && measurement.protocol() == protocol);
    }
}
