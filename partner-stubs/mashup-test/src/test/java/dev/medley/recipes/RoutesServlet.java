package dev.medley.recipes;

import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.servlet.MashupServlet;
import jakarta.servlet.annotation.WebServlet;
import java.util.List;
import java.util.concurrent.CompletionStage;
import tools.jackson.core.type.TypeReference;

@SuppressWarnings("serial")
@WebServlet("/routes")
class RoutesServlet extends MashupServlet {

    // recipe o begin
    record Stop(double north, double east) {}

    @Override
    protected CompletionStage<Reply> compose(Mashup mashup) {
        var stops = mashup.get("stops", "/stops").json(new TypeReference<List<Stop>>() {});
        return stops.thenCompose(all -> mashup.merge()
                .put("length", mashup.compute(() -> length(all)))
                .put("nearest", mashup.computeAll(all, 2, stop -> nearest(stop, all)))
                .reply());
    }
    // recipe o end

    private static double length(List<Stop> stops) {
        double length = 0;
        for (int i = 1; i < stops.size(); i++) {
            length += distance(stops.get(i - 1), stops.get(i));
        }
        return length;
    }

    private static double nearest(Stop stop, List<Stop> all) {
        return all.stream()
                .filter(other -> !other.equals(stop))
                .map(other -> distance(stop, other))
                .reduce(Math::min)
                .orElseThrow();
    }

    private static double distance(Stop from, Stop to) {
        return Math.hypot(to.north() - from.north(), to.east() - from.east());
    }
}
