package dev.medley.server.internal.script;

import java.io.File;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The scripts of a folder, as they were when it was read. Hidden files and folders are left out, and so is {@code node_modules}: tools
 * of editors put files there that no script imports. Immutable. All methods that take a folder block while files are read.
 */
public final class ScriptFolder {

    private static final String OF_TOOLS = "node_modules";

    private final Path folder;
    private final ScriptFiles files;

    private ScriptFolder(Path folder, ScriptFiles files) {
        this.folder = folder;
        this.files = files;
    }

    /**
     * Reads a folder; nothing below it without a script in the folder itself.
     *
     * @param problems collects why files cannot be read, one line each
     */
    public static ScriptFolder read(Path folder, List<String> problems) {
        ScriptFiles none = new ScriptFiles(folder.toString(), Map.of());
        Map<String, String> texts = new HashMap<>();
        paths(folder, problems).forEach((path, file) -> {
            String text = ScriptText.read(none.label(path), () -> Files.newInputStream(file), problems);
            if (text != null) {
                texts.put(path, text);
            }
        });
        return new ScriptFolder(folder, new ScriptFiles(folder.toString(), texts));
    }

    /** Returns the texts. */
    public ScriptFiles files() {
        return files;
    }

    /** Returns the files that have other contents than those that were read, the new ones and those that are gone. */
    public List<Path> changedFiles() {
        Map<String, String> before = files.texts();
        Map<String, String> now = read(folder, new ArrayList<>()).files.texts();
        TreeSet<String> paths = new TreeSet<>(before.keySet());
        paths.addAll(now.keySet());
        // One that cannot be read any more has no text now.
        paths.removeIf(path -> Objects.equals(before.get(path), now.get(path)));
        return paths.stream().map(folder::resolve).toList();
    }

    /**
     * Returns a text that is the same as long as names, sizes and times of the files are: what a look costs does not depend on
     * their sizes.
     */
    public static String look(Path folder) {
        StringBuilder seen = new StringBuilder();
        List<String> problems = new ArrayList<>();
        paths(folder, problems).forEach((path, file) -> {
            try {
                BasicFileAttributes read = Files.readAttributes(file, BasicFileAttributes.class);
                seen.append("%s %d %s %s; ".formatted(path, read.size(), read.lastModifiedTime(), read.fileKey()));
            } catch (IOException x) {
                seen.append(x).append("; ");
            }
        });
        return seen.append(String.join("; ", problems)).toString();
    }

    /** Returns the files, by their paths relative to {@code folder}. */
    private static SortedMap<String, Path> paths(Path folder, List<String> problems) {
        SortedMap<String, Path> found = new TreeMap<>();
        try {
            if (hasScript(folder)) {
                // A link to the folder is followed; those in it lead nowhere else.
                Path root = folder.toRealPath();
                Files.walkFileTree(root, new Walk(folder, root, found, problems));
            }
        } catch (IOException x) {
            problems.add("%s: cannot read: %s".formatted(folder, x));
        }
        return found;
    }

    private static boolean hasScript(Path folder) throws IOException {
        try (Stream<Path> listed = Files.list(folder)) {
            return listed.map(file -> file.getFileName().toString())
                    .anyMatch(name -> !name.startsWith(".") && ScriptText.isScript(name));
        }
    }

    /** Collects the files below a folder. */
    private static final class Walk extends SimpleFileVisitor<Path> {

        private final Path folder;
        private final Path root;
        private final Map<String, Path> found;
        private final List<String> problems;

        Walk(Path folder, Path root, Map<String, Path> found, List<String> problems) {
            this.folder = folder;
            this.root = root;
            this.found = found;
            this.problems = problems;
        }

        @Override
        public FileVisitResult preVisitDirectory(Path entered, BasicFileAttributes attributes) {
            return entered.equals(root) || !isOfTools(entered)
                    ? FileVisitResult.CONTINUE
                    : FileVisitResult.SKIP_SUBTREE;
        }

        private static boolean isOfTools(Path file) {
            String name = file.getFileName().toString();
            return name.startsWith(".") || name.equals(OF_TOOLS);
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            if (!isOfTools(file) && ScriptText.isText(file.getFileName().toString())) {
                if (!attributes.isSymbolicLink()) {
                    found.put(path(file), file);
                } else if (!Files.exists(file) || file.toRealPath().startsWith(root)) {
                    // One that leads nowhere is a problem of its reader.
                    found.put(path(file), file);
                } else {
                    problems.add("%s: is a link to %s; expected a file in the folder"
                            .formatted(folder.resolve(path(file)), file.toRealPath()));
                }
            }
            return FileVisitResult.CONTINUE;
        }

        private String path(Path file) {
            return root.relativize(file).toString().replace(File.separatorChar, '/');
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException failure) {
            problems.add("%s: cannot read: %s".formatted(folder.resolve(path(file)), failure));
            return FileVisitResult.CONTINUE;
        }
    }
}
