package dev.medley.config.internal;

import dev.medley.config.ConfigurationException;
import dev.medley.config.internal.document.Document;
import dev.medley.config.internal.document.Key;
import dev.medley.config.internal.document.SourceLocation.Source;
import dev.medley.config.internal.document.YamlReader;
import dev.medley.setting.internal.Group;
import dev.medley.setting.internal.Setting;
import dev.medley.setting.internal.ValueParsers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashSet;
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
        Set<Path> known = new HashSet<>(Set.of(real(file)));
        int size = named.size();
        for (int i = 0; i < size; i++) {
            JsonNode item = named.path(i);
            if (item.isString()) { // what it is instead is a problem of the schema, too
                @Nullable Path included = path(document, KEY.item(i), file, item.asString());
                if (included != null && !known.add(real(included))) {
                    document.addProblem(KEY.item(i), "is included twice, or the file itself; expected each file once");
                } else if (included != null) {
                    files.add(included);
                    read(document, KEY.item(i), included);
                }
            }
        }
        return files;
    }

    private static @Nullable Path path(Document document, Key item, Path file, String name) {
        try {
            return file.resolveSibling(name);
        } catch (InvalidPathException x) {
            document.addProblemOfValue(item, "'" + name + "' is not a path; expected a file");
            return null;
        }
    }

    /** One file may have several names. */
    private static Path real(Path file) {
        try {
            return file.toRealPath();
        } catch (IOException x) {
            return file.toAbsolutePath().normalize();
        }
    }

    private static void read(Document document, Key item, Path included) {
        if (Files.exists(included) && !Files.isDirectory(included) && !Files.isRegularFile(included)) {
            // Such as a pipe: to read it may never end.
            document.addProblemOfValue(item, included + ": is no regular file; expected a YAML file");
            return;
        }
        try {
            YamlReader.read(document, included.toString(), ConfigurationReader.text(included));
        } catch (ConfigurationException x) {
            x.problems().forEach(problem -> document.addProblemOfValue(item, problem));
        }
    }

    /** Reports a flag or a variable that would have come too late. */
    static void refuseOverride(Document document) {
        if (!document.at(KEY).isMissingNode() && document.location(KEY).source() != Source.FILE) {
            document.addProblem(KEY, "cannot be overridden; expected it in the file");
        }
    }
}
