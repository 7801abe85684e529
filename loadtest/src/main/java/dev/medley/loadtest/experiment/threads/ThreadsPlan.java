package dev.medley.loadtest.experiment.threads;

import dev.medley.loadtest.experiment.threads.Setting.Times;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The plan of the experiment.
 *
 * @param servers the servers, in the order of the report
 * @param rounds of all series but that of many connections
 * @param connections the most of them
 * @param quick whether it is the short form
 */
record ThreadsPlan(List<WebServer> servers, int rounds, int connections, boolean quick) {

    /** The size that the paper keeps while the load varies. */
    static final int SIZE = 8_000;
    /** The load at which the paper's server was saturated. */
    static final int SATURATED = 3;
    /** The users who pause, three for each thread of the pool, and their pause. */
    static final int PAUSING = 3 * WebServer.POOL_THREADS;

    static final int PAUSE_MILLIS = 100;
    static final int THOUSAND = 1_000;

    private static final List<Integer> LOADS = List.of(1, 2, 3, 5, 7, 10, 15);
    private static final List<Integer> QUICK_LOADS = List.of(1, 3, 15);
    private static final List<Integer> SIZES = List.of(1, SIZE, 64_000, 1_000_000);
    private static final List<Integer> QUICK_SIZES = List.of(1, 1_000_000);
    private static final List<Integer> OTHER_SIZES = List.of(1, 64_000, 1_000_000);
    private static final List<Integer> SOME_LOADS = List.of(1, 3, 7, 15);
    private static final List<Integer> ROUND_TRIPS = List.of(0, 10, 50);
    private static final List<Integer> QUICK_ROUND_TRIPS = List.of(0, 20);

    private static final Times LONG = new Times(Duration.ofMillis(100), Duration.ofMillis(300));
    private static final Times SHORT = new Times(Duration.ofMillis(50), Duration.ofMillis(150));

    ThreadsPlan {
        servers = List.copyOf(servers);
    }

    Times times() {
        return quick ? SHORT : LONG;
    }

    /** The load of each server in each way before anything is measured. */
    Duration warmUp() {
        return quick ? Duration.ofMillis(500) : Duration.ofSeconds(2);
    }

    /** The settings of a round. */
    List<Setting> settings() {
        List<Setting> settings = new ArrayList<>();
        for (boolean closing : List.of(false, true)) {
            for (int users : quick ? QUICK_LOADS : LOADS) {
                settings.add(Setting.of(Series.LOAD, closing, users, SIZE));
            }
            if (!quick) {
                settings.add(Setting.of(Series.LOAD, closing, THOUSAND, SIZE));
            }
            for (int size : quick ? QUICK_SIZES : SIZES) {
                settings.add(Setting.of(Series.SIZE, closing, SATURATED, size));
            }
            for (int millis : quick ? QUICK_ROUND_TRIPS : ROUND_TRIPS) {
                settings.add(
                        Setting.of(Series.ROUND_TRIP, closing, SATURATED, SIZE).withRoundTrip(millis));
            }
            settings.add(Setting.of(Series.PAUSES, closing, PAUSING, SIZE).withPause(PAUSE_MILLIS));
        }
        for (int users : quick ? List.of(SATURATED) : SOME_LOADS) {
            for (int size : quick ? List.of(64_000) : OTHER_SIZES) {
                settings.add(Setting.of(Series.LOAD_AND_SIZE, true, users, size));
            }
        }
        return settings;
    }

    /** The settings with many connections, which take longer. */
    List<Setting> manyConnections() {
        List<Setting> settings = new ArrayList<>();
        for (int users : levels()) {
            settings.add(Setting.of(Series.CONNECTIONS, false, users, SIZE));
            settings.add(Setting.of(Series.CONNECTIONS, true, users, SIZE));
        }
        return settings;
    }

    /** The rounds with many connections, each of which takes as long as three others. */
    int roundsOfConnections() {
        return (rounds + 2) / 3;
    }

    private List<Integer> levels() {
        if (quick) {
            return List.of(connections);
        }
        return List.of(15, THOUSAND, connections / 2, connections).stream()
                .filter(level -> level <= connections)
                .sorted()
                .distinct()
                .toList();
    }

    /** Returns whether a server has a window under a setting. */
    boolean measures(WebServer server, Setting setting) {
        if (!setting.closing() && setting.series() != Series.PAUSES && server.threadsAreFewerThan(setting.users())) {
            // The users beyond its threads would wait for the end of the window.
            return false;
        }
        return switch (setting.series()) {
            case LOAD -> server != WebServer.APACHE_PREFORK || (setting.closing() && setting.users() < THOUSAND);
            case SIZE -> server != WebServer.APACHE_PREFORK;
            case LOAD_AND_SIZE -> server == WebServer.THREADS || server == WebServer.MEDLEY_ASYNC;
            case ROUND_TRIP, PAUSES, CONNECTIONS ->
                server == WebServer.THREADS
                        || server == WebServer.MEDLEY_ASYNC
                        || server == WebServer.NGINX
                        || (server == WebServer.POOL && setting.series() != Series.ROUND_TRIP);
        };
    }

    /** The windows of all rounds. */
    long windows() {
        return count(settings()) * rounds + count(manyConnections()) * roundsOfConnections();
    }

    private long count(List<Setting> settings) {
        return settings.stream()
                .flatMap(setting -> servers.stream().filter(server -> measures(server, setting)))
                .count();
    }
}
