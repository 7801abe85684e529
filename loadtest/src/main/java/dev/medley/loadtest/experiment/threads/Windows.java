package dev.medley.loadtest.experiment.threads;

import dev.medley.loadtest.experiment.server.Quartiles;
import dev.medley.loadtest.report.section.Point;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** The windows of all rounds. A value is the median of the rounds. Not thread-safe. */
final class Windows {

    private final Map<Key, List<WindowFigures>> windows = new LinkedHashMap<>();

    /** A server under a setting. */
    record Key(WebServer server, Setting setting) {}

    void add(WebServer server, Setting setting, WindowFigures figures) {
        windows.computeIfAbsent(new Key(server, setting), key -> new ArrayList<>())
                .add(figures);
    }

    /** What was measured, in the order of the first round. */
    Set<Key> keys() {
        return windows.keySet();
    }

    /** The settings of a series, in the order of the first round. */
    Set<Setting> settings(Series series) {
        Set<Setting> settings = new LinkedHashSet<>();
        windows.keySet().stream()
                .map(Key::setting)
                .filter(setting -> setting.series() == series)
                .forEach(settings::add);
        return settings;
    }

    /** The servers that were measured in a series. */
    List<WebServer> servers(Series series) {
        return windows.keySet().stream()
                .filter(key -> key.setting().series() == series)
                .map(Key::server)
                .distinct()
                .sorted()
                .toList();
    }

    boolean has(WebServer server, Setting setting) {
        return windows.containsKey(new Key(server, setting));
    }

    int rounds(Key key) {
        return windows.getOrDefault(key, List.of()).size();
    }

    /** Quartiles over the rounds; NaN where nothing was measured. */
    Quartiles of(WebServer server, Setting setting, ToDoubleFunction<WindowFigures> value) {
        return Quartiles.of(windows.getOrDefault(new Key(server, setting), List.of()).stream()
                .map(value::applyAsDouble)
                .toList());
    }

    /** The median over the rounds; NaN where nothing was measured. */
    double median(WebServer server, Setting setting, ToDoubleFunction<WindowFigures> value) {
        return of(server, setting, value).median();
    }

    /** The medians of one server in those settings that are chosen, along one of their quantities. */
    List<Point> curve(
            WebServer server,
            Predicate<Setting> chosen,
            ToDoubleFunction<Setting> x,
            ToDoubleFunction<WindowFigures> value) {
        Map<Double, Double> points = new TreeMap<>();
        windows.keySet().stream()
                .filter(key -> key.server() == server && chosen.test(key.setting()))
                .forEach(key -> points.put(x.applyAsDouble(key.setting()), median(server, key.setting(), value)));
        return points.entrySet().stream()
                .map(each -> new Point(each.getKey(), each.getValue()))
                .toList();
    }

    /** The sum of the errors in the settings that are chosen. */
    double errors(Predicate<Key> chosen) {
        return all(chosen).mapToDouble(WindowFigures::errors).sum();
    }

    /** What went wrong there, with the number of each. */
    Map<String, Long> messages(Predicate<Key> chosen) {
        Map<String, Long> sum = new TreeMap<>();
        all(chosen)
                .forEach(figures ->
                        figures.messages().forEach((message, count) -> sum.merge(message, count, Long::sum)));
        return sum;
    }

    /** Returns whether each window that is chosen has an answer, and there is one. */
    boolean answered(Predicate<Key> chosen) {
        return all(chosen).findAny().isPresent() && all(chosen).allMatch(figures -> figures.answered() > 0);
    }

    private Stream<WindowFigures> all(Predicate<Key> chosen) {
        return windows.entrySet().stream()
                .filter(each -> chosen.test(each.getKey()))
                .map(Map.Entry::getValue)
                .flatMap(Collection::stream);
    }
}
