package dev.medley.server.internal.script;

import dev.medley.config.ConfigurationException;
import dev.medley.servlet.internal.routing.MashupRoute;
import dev.medley.servlet.internal.routing.PathTemplate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The paths of scripts, each of which one mashup may have. */
public final class ScriptPaths {

    private ScriptPaths() {}

    /**
     * Checks that no script has the path of a servlet; of two scripts with one path the engine opens neither.
     *
     * @param servlets the URL patterns of servlets, each with what it belongs to, for messages
     * @throws ConfigurationException with each script that has
     */
    public static void check(List<Script> scripts, Map<String, String> servlets) {
        List<String> problems = new ArrayList<>();
        for (Script each : scripts) {
            String owner = servlets.get(PathTemplate.parse(each.path()).mapping());
            if (owner != null) {
                problems.add("%s: its path %s is that of %s; expected one mashup for it"
                        .formatted(each.file(), each.path(), owner));
            }
        }
        if (!problems.isEmpty()) {
            throw new ConfigurationException(problems);
        }
    }

    /** Returns the {@linkplain MashupRoute#shape shapes} of the paths, each with its script. */
    public static Map<String, String> shapes(List<Script> scripts) {
        Map<String, String> shapes = new LinkedHashMap<>();
        scripts.forEach(each -> shapes.put(MashupRoute.shape(each.path()), each.file()));
        return shapes;
    }
}
