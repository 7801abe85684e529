package dev.medley.server.internal.script;

import jakarta.servlet.ServletContext;
import java.io.FileNotFoundException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The scripts of a web application, in its folder {@code WEB-INF/mashups}. */
public final class ScriptResources {

    private static final String FOLDER = "/WEB-INF/mashups/";

    private ScriptResources() {}

    /**
     * Reads the scripts of an application, and what they may import; nothing without a script in the folder itself.
     *
     * @param problems collects why files cannot be read, one line each
     */
    public static ScriptFiles read(ServletContext context, List<String> problems) {
        ScriptFiles none = new ScriptFiles(FOLDER.substring(1, FOLDER.length() - 1), Map.of());
        if (in(FOLDER, context).stream()
                .noneMatch(resource -> ScriptText.isScript(resource.substring(FOLDER.length())))) {
            return none;
        }
        Map<String, String> texts = new HashMap<>();
        for (String resource : below(FOLDER, context)) {
            String path = resource.substring(FOLDER.length());
            if (ScriptText.isText(path)) {
                String text = ScriptText.read(none.label(path), () -> open(resource, context), problems);
                if (text != null) {
                    texts.put(path, text);
                }
            }
        }
        return new ScriptFiles(none.name(), texts);
    }

    private static InputStream open(String resource, ServletContext context) throws FileNotFoundException {
        InputStream in = context.getResourceAsStream(resource);
        if (in == null) {
            throw new FileNotFoundException("the container has no such resource any more");
        }
        return in;
    }

    private static Set<String> in(String folder, ServletContext context) {
        Set<String> resources = context.getResourcePaths(folder);
        return resources == null ? Set.of() : resources;
    }

    private static List<String> below(String folder, ServletContext context) {
        List<String> files = new ArrayList<>();
        for (String resource : in(folder, context)) {
            if (resource.endsWith("/")) {
                files.addAll(below(resource, context));
            } else {
                files.add(resource);
            }
        }
        return files;
    }
}
