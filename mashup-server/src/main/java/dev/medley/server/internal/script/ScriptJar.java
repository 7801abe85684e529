package dev.medley.server.internal.script;

import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/** The scripts at the root of a JAR. */
public final class ScriptJar {

    private static final String OF_THE_JAR = "META-INF/";

    private ScriptJar() {}

    /**
     * Reads the scripts of a JAR, and what they may import; nothing without a script at its root.
     *
     * @param file of the JAR, for messages
     * @param problems collects why entries cannot be read, one line each
     */
    public static ScriptFiles read(Path file, JarFile jar, List<String> problems) {
        ScriptFiles none = new ScriptFiles(file.toString(), Map.of());
        if (jar.stream().map(JarEntry::getName).noneMatch(ScriptText::isScript)) {
            return none;
        }
        Map<String, String> texts = new HashMap<>();
        for (JarEntry entry : Collections.list(jar.entries())) {
            String path = entry.getName();
            if (ScriptText.isText(path) && !path.startsWith(OF_THE_JAR)) {
                String text = ScriptText.read(none.label(path), () -> jar.getInputStream(entry), problems);
                if (text != null) {
                    texts.put(path, text);
                }
            }
        }
        return new ScriptFiles(none.name(), texts);
    }
}
