package dev.medley.loadtest.experiment.threads;

import static dev.medley.loadtest.experiment.threads.ThreadsPlan.SATURATED;
import static dev.medley.loadtest.experiment.threads.ThreadsPlan.SIZE;

import dev.medley.loadtest.experiment.server.Quartiles;
import dev.medley.loadtest.report.section.Point;
import dev.medley.loadtest.report.section.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;

/**
 * What the paper says, beside what was measured. These are findings of another machine in 2003, and no claims of Medley: they
 * are met or not, and the exit code does not depend on them. The bounds were set before the first measurement.
 */
final class DukeStatements {

    private static final int LARGE = 1_000_000;
    private static final int MEDIUM = 64_000;
    private static final int PAPERS_MOST = 15;
    private static final double STEADY = 0.8;
    private static final double SATURATION = 0.9;
    private static final double NEAR = 1.25;
    private static final double ABOUT = 0.3;
    private static final double COLLAPSED = 0.5;
    private static final double LINEAR_TWICE = 2;

    private final Windows windows;
    private final List<Statement> statements = new ArrayList<>();

    private DukeStatements(Windows windows) {
        this.windows = windows;
    }

    /**
     * A statement of the paper.
     *
     * @param where its figure or section
     * @param says what it says
     * @param criterion what counts as the same here
     * @param measured what was measured, in words
     * @param met whether it is met; false too if a figure is missing, which {@code known} says
     * @param known whether all that it takes was measured
     */
    record Statement(String where, String says, String criterion, String measured, boolean met, boolean known) {

        String word() {
            return known ? (met ? "met" : "not met") : "not measured";
        }
    }

    static List<Statement> of(Windows windows) {
        DukeStatements all = new DukeStatements(windows);
        all.load();
        all.sizes();
        all.pool();
        all.apache();
        all.manyConnections();
        all.roundTrip();
        all.pauses();
        return all.statements;
    }

    static Table table(List<Statement> statements) {
        Table table = Table.captioned(
                "What the paper says, and what this machine says",
                "paper",
                "says",
                "counts as met if",
                "measured",
                "met");
        for (Statement each : statements) {
            table = table.row(each.where(), each.says(), each.criterion(), each.measured(), each.word());
        }
        return table;
    }

    private void load() {
        double kept = shareOfMost(false);
        double closed = shareOfMost(true);
        add(
                "figure 1",
                "saturated by 3 clients",
                "3 clients give 90 % of the most throughput of 1 to 15, kept and closed",
                kept >= SATURATION && closed >= SATURATION,
                "kept %.0f %%, closed %.0f %%",
                100 * kept,
                100 * closed);
        double least = windows
                .curve(
                        WebServer.THREADS,
                        setting -> paperLoad(setting) && setting.closing(),
                        Setting::users,
                        WindowFigures::perSecond)
                .stream()
                .mapToDouble(closing -> perSecond(WebServer.THREADS, false, (int) closing.x()) / closing.y())
                .min()
                .orElse(Double.NaN);
        add(
                "figure 1",
                "HTTP/1.1 (kept) has the higher throughput",
                "kept is above closed at each load",
                least > 1,
                "%.2f times closed at the least",
                least);
        double steady = DoubleStream.of(3, 5, 7, 10, PAPERS_MOST)
                        .map(users -> perSecond(WebServer.THREADS, true, (int) users))
                        .filter(Double::isFinite)
                        .min()
                        .orElse(Double.NaN)
                / most(true);
        add(
                "figure 4",
                "beyond saturation throughput is steady",
                "closed, loads 3 to 15: the least is 80 % of the most",
                steady >= STEADY,
                "%.0f %%",
                100 * steady);
        double growth = millis(WebServer.THREADS, Setting.of(Series.LOAD, true, PAPERS_MOST, SIZE))
                / millis(WebServer.THREADS, Setting.of(Series.LOAD, true, SATURATED, SIZE));
        double expected = (double) PAPERS_MOST / SATURATED;
        add(
                "figure 5",
                "beyond saturation latency grows with the load",
                "closed, from 3 to 15: five times, within 30 %",
                Math.abs(growth / expected - 1) <= ABOUT,
                "%.1f times",
                growth);
    }

    private void sizes() {
        double small = millis(WebServer.THREADS, size(true, 1)) / millis(WebServer.THREADS, size(false, 1));
        double large = millis(WebServer.THREADS, size(true, LARGE)) / millis(WebServer.THREADS, size(false, LARGE));
        add(
                "figures 2, 3",
                "as files grow, HTTP/1.0 and 1.1 coincide",
                "latency of closed to kept: nearer to 1 at 1 MB than at 1 B, and at most 1.25",
                large < small && large <= NEAR,
                "%.2f at 1 B, %.2f at 1 MB",
                small,
                large);
        double growth = millis(WebServer.THREADS, size(false, LARGE)) / millis(WebServer.THREADS, size(false, MEDIUM));
        double expected = (double) LARGE / MEDIUM;
        add(
                "figure 2",
                "latency is linear in the size",
                "kept, from 64 kB to 1 MB: 15.6 times, within 30 %",
                Math.abs(growth / expected - 1) <= ABOUT,
                "%.1f times",
                growth);
    }

    private void pool() {
        List<Double> ratios = new ArrayList<>();
        List<Double> threads = new ArrayList<>();
        List<Double> pool = new ArrayList<>();
        for (Setting setting : windows.settings(Series.LOAD)) {
            if (paperLoad(setting) && setting.closing()) {
                ratios.add(windows.median(WebServer.POOL, setting, WindowFigures::perSecond)
                        / windows.median(WebServer.THREADS, setting, WindowFigures::perSecond));
                threads.add(spread(WebServer.THREADS, setting));
                pool.add(spread(WebServer.POOL, setting));
            }
        }
        double ratio = Quartiles.of(ratios).median();
        add(
                "figure 6",
                "the pool's throughput is marginally higher",
                "closed, loads 1 to 15: the median ratio is above 1",
                ratio > 1,
                "%.2f times",
                ratio);
        double spreadOfThreads = Quartiles.of(threads).median();
        double spreadOfPool = Quartiles.of(pool).median();
        add(
                "figure 6",
                "the pool fluctuates less",
                "its quartiles over the rounds are nearer, in the median of the loads",
                spreadOfPool < spreadOfThreads,
                "%.1f %% for %.1f %%",
                100 * spreadOfPool,
                100 * spreadOfThreads);
    }

    private void apache() {
        double one = perSecond(WebServer.APACHE, true, 1) / perSecond(WebServer.THREADS, true, 1);
        double many = perSecond(WebServer.APACHE, true, PAPERS_MOST) / perSecond(WebServer.THREADS, true, PAPERS_MOST);
        add(
                "figure 8",
                "at very low loads the own server is slightly faster than Apache",
                "closed, load 1: Apache below it",
                one < 1,
                "Apache %.2f times",
                one);
        add(
                "figure 8",
                "at higher loads Apache is marginally faster",
                "closed, load 15: Apache above it",
                many > 1,
                "Apache %.2f times",
                many);
    }

    private void manyConnections() {
        int most = mostConnections();
        for (boolean closing : List.of(false, true)) {
            double share = shareAtMost(WebServer.THREADS, closing, most);
            add(
                    "section VII.A",
                    "too many unbounded threads: throughput declines rapidly",
                    "%s, at %,d connections: half of the most or less".formatted(Setting.way(closing), most),
                    share <= COLLAPSED,
                    "%.0f %% of the most",
                    100 * share);
            double growth = windows.median(WebServer.THREADS, many(closing, most), WindowFigures::p99Millis)
                    / windows.median(WebServer.THREADS, many(closing, ThreadsPlan.THOUSAND), WindowFigures::p99Millis);
            double expected = (double) most / ThreadsPlan.THOUSAND;
            add(
                    "section VII.A",
                    "too many unbounded threads: latency grows exponentially",
                    "%s, p99 from 1,000 to %,d connections: twice as much as the number, or more"
                            .formatted(Setting.way(closing), most),
                    growth >= LINEAR_TWICE * expected,
                    "%.1f times for %.1f times the connections",
                    growth,
                    expected);
        }
        double pool = shareAtMost(WebServer.POOL, true, most);
        add(
                "section VII.A",
                "the pool's bandwidth does not deteriorate",
                "closed, at %,d connections: 80 %% of the most or more".formatted(most),
                pool >= STEADY,
                "%.0f %% of the most",
                100 * pool);
        double events = shareAtMost(WebServer.MEDLEY_ASYNC, true, most);
        double threads = shareAtMost(WebServer.THREADS, true, most);
        add(
                "section VII.A",
                "events degrade better than threads",
                "closed, at %,d connections: medley-async keeps a larger share of its most".formatted(most),
                events > threads,
                "%.0f %% for %.0f %%",
                100 * events,
                100 * threads);
    }

    private void roundTrip() {
        List<Point> kept = roundTrips(false);
        List<Point> closed = roundTrips(true);
        boolean known = kept.size() > 1 && kept.size() == closed.size();
        double first = known ? closed.get(0).y() - kept.get(0).y() : Double.NaN;
        int last = kept.size() - 1;
        double end = known ? closed.get(last).y() - kept.get(last).y() : Double.NaN;
        add(
                "section VII.B",
                "the longer the round trip, the larger the advantage of HTTP/1.1",
                "mean latency of closed less that of kept is larger at the longest round trip than without one",
                end > first,
                "%.2f ms, %.2f ms",
                first,
                end);
    }

    private void pauses() {
        Setting kept =
                Setting.of(Series.PAUSES, false, ThreadsPlan.PAUSING, SIZE).withPause(ThreadsPlan.PAUSE_MILLIS);
        double ratio = windows.median(WebServer.POOL, kept.withClosing(true), WindowFigures::perSecond)
                / windows.median(WebServer.POOL, kept, WindowFigures::perSecond);
        add(
                "section VII.D",
                "HTTP/1.0 outperforms HTTP/1.1 where idle connections hold the threads",
                "pool, users who pause: closed is above kept",
                ratio > 1,
                "%.2f times",
                ratio);
    }

    private List<Point> roundTrips(boolean closing) {
        return windows.curve(
                WebServer.THREADS,
                setting -> setting.series() == Series.ROUND_TRIP && setting.closing() == closing,
                Setting::roundTripMillis,
                WindowFigures::meanMillis);
    }

    private double shareAtMost(WebServer server, boolean closing, int most) {
        double best = windows
                .curve(
                        server,
                        setting -> setting.series() == Series.CONNECTIONS && setting.closing() == closing,
                        Setting::users,
                        WindowFigures::perSecond)
                .stream()
                .mapToDouble(Point::y)
                .max()
                .orElse(Double.NaN);
        return windows.median(server, many(closing, most), WindowFigures::perSecond) / best;
    }

    private int mostConnections() {
        return windows.settings(Series.CONNECTIONS).stream()
                .mapToInt(Setting::users)
                .max()
                .orElse(0);
    }

    private double shareOfMost(boolean closing) {
        return perSecond(WebServer.THREADS, closing, SATURATED) / most(closing);
    }

    private double most(boolean closing) {
        return windows.settings(Series.LOAD).stream()
                .filter(setting -> paperLoad(setting) && setting.closing() == closing)
                .mapToDouble(setting -> windows.median(WebServer.THREADS, setting, WindowFigures::perSecond))
                .max()
                .orElse(Double.NaN);
    }

    private double spread(WebServer server, Setting setting) {
        Quartiles quartiles = windows.of(server, setting, WindowFigures::perSecond);
        return (quartiles.upper() - quartiles.lower()) / quartiles.median();
    }

    private double perSecond(WebServer server, boolean closing, int users) {
        return windows.median(server, Setting.of(Series.LOAD, closing, users, SIZE), WindowFigures::perSecond);
    }

    private double millis(WebServer server, Setting setting) {
        return windows.median(server, setting, WindowFigures::meanMillis);
    }

    private static Setting size(boolean closing, int size) {
        return Setting.of(Series.SIZE, closing, SATURATED, size);
    }

    private static Setting many(boolean closing, int connections) {
        return Setting.of(Series.CONNECTIONS, closing, connections, SIZE);
    }

    private static boolean paperLoad(Setting setting) {
        return setting.series() == Series.LOAD && setting.users() <= PAPERS_MOST;
    }

    private void add(String where, String says, String criterion, boolean met, String measured, double... figures) {
        boolean known = DoubleStream.of(figures).allMatch(Double::isFinite);
        Object[] values = DoubleStream.of(figures).boxed().toArray();
        statements.add(new Statement(
                where,
                says,
                criterion,
                known ? String.format(Locale.ROOT, measured, values) : "",
                met && known,
                known));
    }
}
