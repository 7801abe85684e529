package dev.medley.server.internal.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The files of a project with one mashup. Those built from templates have values in place of {@code {{names}}}. */
final class NewProject {

    private static final Pattern VALUE = Pattern.compile("\\{\\{([a-z0-9-]+)}}");

    private final Map<String, String> files = new LinkedHashMap<>();

    private NewProject() {}

    /** Returns a Maven project of these names, which are valid. */
    static NewProject ofMaven(String packageName, String name) {
        Map<String, String> values = new HashMap<>();
        versions().forEach((key, version) -> values.put((String) key, (String) version));
        values.put("package", packageName);
        values.put("name", name);
        String folder = packageName.replace('.', '/');
        NewProject project = new NewProject();
        project.add("pom.xml", "pom.xml", values);
        project.add("src/main/java/" + folder + "/CityServlet.java", "CityServlet.java", values);
        project.add("src/test/java/" + folder + "/CityServletTest.java", "CityServletTest.java", values);
        project.add("src/main/resources/logback.xml", "logback.xml", values);
        project.add("src/test/resources/logback-test.xml", "logback-test.xml", values);
        project.add("medley.yaml", "medley.yaml", values);
        project.add("README.md", "README.md", values);
        project.add(".gitignore", "gitignore", values);
        return project;
    }

    /**
     * Returns a project with a script.
     *
     * @param name of it, which is valid
     * @param launcher words of the command that starts Medley
     */
    static NewProject ofScript(String name, List<String> launcher) {
        Map<String, String> values = Map.of(
                "name",
                name,
                "launcher",
                launcher.stream().map(NewProject::literal).collect(Collectors.joining(", ", "[", "]")));
        NewProject project = new NewProject();
        project.add("mashups/trip.mjs", "javascript/trip.mjs", values);
        project.add("test/trip.test.mjs", "javascript/trip.test.mjs", values);
        project.add("medley.yaml", "javascript/medley.yaml", values);
        project.files.put(TypeDeclarations.FILE, TypeDeclarations.of(List.of("weather", "hotels")));
        project.add("jsconfig.json", "javascript/jsconfig.json", values);
        project.add("package.json", "javascript/package.json", values);
        project.add("README.md", "javascript/README.md", values);
        project.add(".gitignore", "javascript/gitignore", values);
        return project;
    }

    /** A literal of JavaScript. */
    private static String literal(String text) {
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
    }

    private void add(String path, String template, Map<String, String> values) {
        files.put(path, filled(text(template), values));
    }

    /**
     * Writes the files into {@code folder}, which is created unless it exists and is empty; {@code .git} does not count.
     *
     * @throws FileAlreadyExistsException if it is a file
     * @throws DirectoryNotEmptyException if it has files
     */
    void write(Path folder) throws IOException {
        if (Files.exists(folder) && !Files.isDirectory(folder)) {
            throw new FileAlreadyExistsException(folder.toString());
        }
        if (Files.isDirectory(folder) && hasFiles(folder)) {
            throw new DirectoryNotEmptyException(folder.toString());
        }
        for (Map.Entry<String, String> file : files.entrySet()) {
            Path path = folder.resolve(file.getKey());
            Path parent = path.getParent();
            if (parent != null) {
                Files.createDirectories(parent);
            }
            Files.writeString(path, file.getValue());
        }
    }

    private static boolean hasFiles(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.anyMatch(file -> !file.endsWith(".git"));
        }
    }

    private static String filled(String template, Map<String, String> values) {
        return VALUE.matcher(template).replaceAll(match -> {
            String value = values.get(match.group(1));
            if (value == null) {
                throw new IllegalStateException("a template has the unknown value " + match.group());
            }
            return Matcher.quoteReplacement(value);
        });
    }

    private static Properties versions() {
        Properties versions = new Properties();
        try (InputStream in = open("versions.properties")) {
            versions.load(in);
        } catch (IOException x) {
            throw new UncheckedIOException(x);
        }
        return versions;
    }

    private static String text(String template) {
        try (InputStream in = open(template)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException x) {
            throw new UncheckedIOException(x);
        }
    }

    private static InputStream open(String name) throws IOException {
        InputStream in = NewProject.class.getResourceAsStream("project/" + name);
        if (in == null) {
            throw new IOException("this build of Medley has no template " + name);
        }
        return in;
    }
}
