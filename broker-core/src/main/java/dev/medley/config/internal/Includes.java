package dev.medley.config.internal;

import dev.medley.config.ConfigurationException;
import dev.medley.config.internal.document.Document;
import dev.medley.config.internal.document.Key;
import dev.medley.config.internal.document.SourceLocation.Source;
import dev.medley.config.internal.document.YamlReader;
import dev.medley.setting.internal.Group;
import dev.medley.setting.internal.Setting;
import dev.medley.setting.internal.ValueParsers;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads the files that a configuration includes into its document. */
final class Includes {

    private static final String NAME = "include";
    private static final Key KEY = Key.of(NAME);

    /** The key, of the configuration as a whole. */
    static final Setting<List<String>> SETTING = Group.of("Files of the configuration")
            .key(
                    NAME,
                    ValueParsers.list(ValueParsers.text()),
                    List.of(),
                    "Further files of the configuration, relative to this one. Their sections are merged with those of this file;"
                            + " a key may be given in one of them only. They cannot include others");

    private Includes() {}

    /**
     * Reads the files that {@code document} names, or adds a problem for each that cannot be read.
     *
     * @param file of the document; null if it is not a file
     * @return the files
     */
    static Set<Path> read(Document document, @Nullable Path file) {
        Set<Path> files = new LinkedHashSet<>();
        JsonNode named = document.at(KEY);
        if (!named.isArray()) {
            return files; // what it is instead is a problem of the schema
        }
        if (file == null) {
            document.addProblem(KEY, "is available in a file only; expected all keys here");
            return files;
        }
        int size = named.size();
        for (int i = 0; i < size; i++) {
            read(document, KEY.item(i), file, named.path(i).asString(), files);
        }
        return files;
    }

    private static void read(Document document, Key item, Path file, String name, Set<Path> files) {
        try {
            Path included = file.resolveSibling(name);
            if (!files.add(included)) {
                document.addProblem(item, "is included twice; expected once");
                return;
            }
            YamlReader.read(document, included.toString(), ConfigurationReader.text(included));
        } catch (ConfigurationException x) {
            x.problems().forEach(problem -> document.addProblemOfValue(item, problem));
        } catch (InvalidPathException x) {
            document.addProblemOfValue(item, "'" + name + "' is not a path; expected a file");
        }
    }

    /** Reports a flag or a variable that would have come too late. */
    static void refuseOverride(Document document) {
        if (!document.at(KEY).isMissingNode() && document.location(KEY).source() != Source.FILE) {
            document.addProblem(KEY, "cannot be overridden; expected it in the file");
        }
    }
}
