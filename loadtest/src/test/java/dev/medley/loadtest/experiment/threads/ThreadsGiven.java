package dev.medley.loadtest.experiment.threads;

import dev.medley.loadtest.experiment.server.CommonOptions;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Windows for tests. */
final class ThreadsGiven {

    static final ThreadsPlan PLAN = new ThreadsOptions().plan(false, new CommonOptions(), 25);
    static final ThreadsPlan QUICK = new ThreadsOptions().plan(true, new CommonOptions(), 25);

    private static final int MANY_THREADS = 30;

    private ThreadsGiven() {}

    /** Windows of a run in which all that is claimed held. */
    static Windows windows() {
        return windows(PLAN, UnaryOperator.identity());
    }

    /** The same, where {@code change} makes another window of one that is to be so. */
    static Windows windows(ThreadsPlan plan, UnaryOperator<Window> change) {
        Windows windows = new Windows();
        for (List<Setting> settings : List.of(plan.settings(), plan.manyConnections())) {
            for (Setting setting : settings) {
                for (WebServer server : plan.servers()) {
                    if (plan.measures(server, setting)) {
                        Window window = change.apply(new Window(server, setting, figures(server, setting)));
                        windows.add(server, setting, window.figures());
                    }
                }
            }
        }
        return windows;
    }

    /** A window of a server. */
    record Window(WebServer server, Setting setting, WindowFigures figures) {

        Window perSecond(double perSecond) {
            return with(figures.errors(), perSecond, figures.meanMillis(), figures.threads());
        }

        Window meanMillis(double meanMillis) {
            return with(figures.errors(), figures.perSecond(), meanMillis, figures.threads());
        }

        Window threads(double threads) {
            return with(figures.errors(), figures.perSecond(), figures.meanMillis(), threads);
        }

        Window errors(double errors) {
            return with(errors, figures.perSecond(), figures.meanMillis(), figures.threads());
        }

        private Window with(double errors, double perSecond, double meanMillis, double threads) {
            return new Window(server, setting, ThreadsGiven.figures(errors, perSecond, meanMillis, threads));
        }
    }

    private static WindowFigures figures(WebServer server, Setting setting) {
        boolean starved = setting.series() == Series.PAUSES && server.threadsAreFewerThan(setting.users());
        double perSecond = setting.closing() ? 5_000 : starved ? 1_000 : 10_000;
        double trips = setting.closing() ? 2 : 1;
        double threads = server == WebServer.THREADS ? setting.users() + MANY_THREADS : MANY_THREADS;
        return figures(0, perSecond, trips * (setting.roundTripMillis() + setting.users() * 0.1), threads);
    }

    private static WindowFigures figures(double errors, double perSecond, double meanMillis, double threads) {
        return new WindowFigures(
                perSecond,
                errors,
                errors == 0 ? Map.of() : Map.of("status 500", (long) errors),
                perSecond,
                meanMillis,
                2 * meanMillis,
                100,
                99,
                80,
                200,
                threads);
    }
}
