package dev.medley.server.internal.declared;

import dev.medley.mashup.Reply;
import dev.medley.mashup.internal.DefaultMashup;
import dev.medley.servlet.internal.routing.MashupRoute;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The routes of one path to the mashups of its methods, as one route, so that limits and options are those of the path. */
final class MethodRoutes {

    private static final String GET = "GET";
    private static final String HEAD = "HEAD";

    private MethodRoutes() {}

    /** Returns one route for those of a path, whose methods are different; a HEAD is answered as a GET is. */
    static MashupRoute joined(List<MashupRoute> routes) {
        MashupRoute first = routes.get(0);
        if (routes.size() == 1) {
            return first;
        }
        Map<String, Function<DefaultMashup, CompletionStage<Reply>>> composers = new HashMap<>();
        List<String> methods = new ArrayList<>();
        for (MashupRoute each : routes) {
            for (String method : each.methods()) {
                methods.add(method);
                composers.put(method, each.composer());
                if (method.equals(GET)) {
                    composers.put(HEAD, each.composer());
                }
            }
        }
        return new MashupRoute(
                first.template(),
                methods,
                longestDeadline(routes),
                null,
                mashup -> Objects.requireNonNull(composers.get(mashup.inbound().method()))
                        .apply(mashup));
    }

    /** Returns the longest deadline of those that have one; null if none has, because the server has one for all. */
    private static @Nullable Duration longestDeadline(List<MashupRoute> routes) {
        return routes.stream()
                .map(MashupRoute::deadline)
                .filter(Objects::nonNull)
                .max(Comparator.naturalOrder())
                .orElse(null);
    }
}
