package dev.medley.server.internal.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The files of a project with one mashup: built from templates, in which {@code {{name}}} is a value. */
final class NewProject {

    private static final Pattern VALUE = Pattern.compile("\\{\\{([a-z0-9-]+)}}");

    private final Map<String, String> values = new LinkedHashMap<>();
    private final Map<String, String> templates;

    /** Creates a project of these names, which are valid. */
    NewProject(String packageName, String name) {
        versions().forEach((key, version) -> values.put((String) key, (String) version));
        values.put("package", packageName);
        values.put("name", name);
        String folder = packageName.replace('.', '/');
        templates = new LinkedHashMap<>();
        templates.put("pom.xml", "pom.xml");
        templates.put("src/main/java/" + folder + "/CityServlet.java", "CityServlet.java");
        templates.put("src/test/java/" + folder + "/CityServletTest.java", "CityServletTest.java");
        templates.put("src/main/resources/logback.xml", "logback.xml");
        templates.put("src/test/resources/logback-test.xml", "logback-test.xml");
        templates.put("medley.yaml", "medley.yaml");
        templates.put("README.md", "README.md");
        templates.put(".gitignore", "gitignore");
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
        for (Map.Entry<String, String> file : files().entrySet()) {
            Path path = folder.resolve(file.getKey());
            Path parent = path.getParent();
            if (parent != null) {
                Files.createDirectories(parent);
            }
            Files.writeString(path, file.getValue());
        }
    }

    /** Returns the text of each file by its path. */
    Map<String, String> files() {
        Map<String, String> files = new LinkedHashMap<>();
        templates.forEach((path, template) -> files.put(path, filled(text(template))));
        return files;
    }

    private static boolean hasFiles(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.anyMatch(file -> !file.endsWith(".git"));
        }
    }

    private String filled(String template) {
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
