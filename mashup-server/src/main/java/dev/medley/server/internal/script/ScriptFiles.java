package dev.medley.server.internal.script;

import dev.medley.config.ConfigurationException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The texts of a folder of scripts, as they were when it was read. Each {@code *.mjs} in the folder itself is a script; files in its
 * subfolders are there to be imported. Immutable.
 *
 * @param name of the folder in messages, such as its path, or that of the JAR whose root it is
 * @param texts of the files, by their paths relative to the folder, with slashes: {@code trip.mjs}, {@code lib/money.mjs}
 */
public record ScriptFiles(String name, Map<String, String> texts) {

    /** The end of the name of a script. */
    public static final String EXTENSION = ".mjs";

    /** Takes a copy, in the order of the paths. */
    public ScriptFiles {
        texts = Collections.unmodifiableMap(new TreeMap<>(texts));
    }

    /**
     * Reads a folder. Blocks meanwhile.
     *
     * @throws ConfigurationException with all problems, if a file cannot be read
     */
    public static ScriptFiles ofFolder(Path folder) {
        List<String> problems = new ArrayList<>();
        ScriptFiles read = ScriptFolder.read(folder, problems).files();
        if (!problems.isEmpty()) {
            throw new ConfigurationException(problems);
        }
        return read;
    }

    /** Returns the paths of the scripts, in their order. */
    public List<String> scripts() {
        return texts.keySet().stream().filter(ScriptText::isScript).toList();
    }

    /**
     * Returns the text of a file.
     *
     * @throws IllegalArgumentException if there is no such file
     */
    public String text(String path) {
        String text = texts.get(path);
        if (text == null) {
            throw new IllegalArgumentException("there is no file " + label(path));
        }
        return text;
    }

    /** Returns the name of a file in messages. */
    public String label(String path) {
        return name + "/" + path;
    }
}
