package dev.medley.loadtest.experiment.threads;

import dev.medley.loadtest.report.section.Axis;
import dev.medley.loadtest.report.section.Curve;
import dev.medley.loadtest.report.section.Plot;
import dev.medley.loadtest.report.section.Point;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/** The pictures: those of the paper, and those of what its section VII only says. */
final class ThreadsPlots {

    private static final Axis LOAD = Axis.of("load, users without pause", "");
    private static final Axis FILE_SIZE = Axis.of("size", "bytes").logarithmic();
    private static final Axis CONNECTIONS = Axis.of("connections at a time", "").logarithmic();
    private static final Axis PER_SECOND = Axis.of("throughput", "requests/s");
    private static final Axis LATENCY = Axis.of("mean latency", "ms");
    private static final int PAPERS_MOST = 15;

    private final Windows windows;

    ThreadsPlots(Windows windows) {
        this.windows = windows;
    }

    /** Those of the paper's figures, and then of section VII.B. */
    List<Plot> ofThePaper() {
        List<WebServer> own = List.of(WebServer.THREADS, WebServer.MEDLEY_ASYNC);
        List<Plot> plots = new ArrayList<>();
        plots.add(bothWays(
                Plot.of("Figure 1: throughput by load, 8,000 bytes", LOAD, PER_SECOND),
                own,
                ThreadsPlots::paperLoad,
                Setting::users,
                WindowFigures::perSecond));
        plots.add(bothWays(
                Plot.of("Figure 2: latency by size, load 3", FILE_SIZE, LATENCY.logarithmic()),
                own,
                in(Series.SIZE),
                Setting::size,
                WindowFigures::meanMillis));
        plots.add(bothWays(
                Plot.of("Figure 3: throughput by size, load 3", FILE_SIZE, PER_SECOND.logarithmic()),
                own,
                in(Series.SIZE),
                Setting::size,
                WindowFigures::perSecond));
        plots.add(bySize(
                Plot.of("Figure 4: throughput by load and size, threads, closed", LOAD, PER_SECOND.logarithmic()),
                WindowFigures::perSecond));
        plots.add(bySize(
                Plot.of("Figure 5: latency by load and size, threads, closed", LOAD, LATENCY.logarithmic()),
                WindowFigures::meanMillis));
        plots.add(byServer(
                Plot.of("Figure 6: throughput by load, threads and pool, closed", LOAD, PER_SECOND),
                List.of(WebServer.THREADS, WebServer.POOL),
                setting -> paperLoad(setting) && setting.closing(),
                Setting::users,
                WindowFigures::perSecond));
        for (boolean closing : List.of(true, false)) {
            plots.add(byServer(
                    Plot.of("Figure 8: throughput by load, all servers, " + Setting.way(closing), LOAD, PER_SECOND),
                    windows.servers(Series.LOAD),
                    setting -> paperLoad(setting) && setting.closing() == closing,
                    Setting::users,
                    WindowFigures::perSecond));
        }
        plots.add(bothWays(
                Plot.of(
                        "Section VII.B: latency by round-trip time, load 3, 8,000 bytes",
                        Axis.of("round-trip time", "ms"),
                        LATENCY),
                windows.servers(Series.ROUND_TRIP),
                in(Series.ROUND_TRIP),
                Setting::roundTripMillis,
                WindowFigures::meanMillis));
        return plots;
    }

    /** Section VII.A. */
    List<Plot> ofManyConnections() {
        List<Plot> plots = new ArrayList<>();
        for (boolean closing : List.of(false, true)) {
            String way = ", " + Setting.way(closing);
            plots.add(connections("throughput" + way, PER_SECOND, closing, WindowFigures::perSecond));
            plots.add(connections(
                    "99th percentile" + way, Axis.of("p99", "ms").logarithmic(), closing, WindowFigures::p99Millis));
        }
        plots.add(connections("threads, kept", Axis.of("threads", "").logarithmic(), false, WindowFigures::threads));
        plots.add(connections(
                "resident memory, kept", Axis.of("resident memory", "MB"), false, WindowFigures::residentMegabytes));
        return plots;
    }

    private Plot connections(String what, Axis y, boolean closing, ToDoubleFunction<WindowFigures> value) {
        return byServer(
                Plot.of("Section VII.A: " + what, CONNECTIONS, y),
                windows.servers(Series.CONNECTIONS),
                setting -> setting.series() == Series.CONNECTIONS && setting.closing() == closing,
                Setting::users,
                value);
    }

    private Plot bothWays(
            Plot empty,
            List<WebServer> servers,
            Predicate<Setting> chosen,
            ToDoubleFunction<Setting> x,
            ToDoubleFunction<WindowFigures> y) {
        Plot plot = empty;
        for (WebServer server : servers) {
            List<Point> kept = windows.curve(server, chosen.and(setting -> !setting.closing()), x, y);
            List<Point> closed = windows.curve(server, chosen.and(Setting::closing), x, y);
            if (!kept.isEmpty()) {
                plot = plot.curve(Curve.line(server.label() + ", kept", kept))
                        .curve(Curve.dashed(server.label() + ", closed", closed));
            }
        }
        return plot;
    }

    private Plot byServer(
            Plot empty,
            List<WebServer> servers,
            Predicate<Setting> chosen,
            ToDoubleFunction<Setting> x,
            ToDoubleFunction<WindowFigures> y) {
        Plot plot = empty;
        for (WebServer server : servers) {
            List<Point> points = windows.curve(server, chosen, x, y);
            if (!points.isEmpty()) {
                plot = plot.curve(Curve.line(server.label(), points));
            }
        }
        return plot;
    }

    /** The paper's sizes: those that were measured by load, the closed ones of the first series among them. */
    private Plot bySize(Plot empty, ToDoubleFunction<WindowFigures> y) {
        Plot plot = empty;
        Predicate<Setting> chosen =
                setting -> setting.closing() && (setting.series() == Series.LOAD_AND_SIZE || paperLoad(setting));
        TreeSet<Integer> sizes = new TreeSet<>();
        windows.keys().stream().map(Windows.Key::setting).filter(chosen).forEach(setting -> sizes.add(setting.size()));
        for (int size : sizes) {
            List<Point> points =
                    windows.curve(WebServer.THREADS, chosen.and(setting -> setting.size() == size), Setting::users, y);
            if (!points.isEmpty()) {
                plot = plot.curve(Curve.line("%,d bytes".formatted(size), points));
            }
        }
        return plot;
    }

    private static Predicate<Setting> in(Series series) {
        return setting -> setting.series() == series;
    }

    private static boolean paperLoad(Setting setting) {
        return setting.series() == Series.LOAD && setting.users() <= PAPERS_MOST;
    }
}
