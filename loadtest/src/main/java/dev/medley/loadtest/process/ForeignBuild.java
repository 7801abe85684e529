package dev.medley.loadtest.process;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A small Maven project under {@code loadtest} that Medley is compared with. It is not in the default build, since its
 * libraries are those of others: it is built when an experiment needs it, and again when its sources
 * are newer, or this code, of which it may compile a part.
 *
 * <p>The build has to put the classes into {@code target/classes} and the libraries into {@code target/lib}.
 */
public final class ForeignBuild {

    private static final String WRAPPER = "mvnw";
    private static final String POM = "pom.xml";
    private static final String STAMP = "target/built";
    private static final int LAST_LINES = 15;

    private final Path wrapper;
    private final Path project;
    private final List<Path> shared;

    /**
     * Creates a build.
     *
     * @param wrapper the script that runs Maven
     * @param project the folder of the POM
     * @param shared what else the project is built from
     */
    ForeignBuild(Path wrapper, Path project, List<Path> shared) {
        this.wrapper = wrapper;
        this.project = project;
        this.shared = shared;
    }

    /**
     * Returns the build of a project.
     *
     * @param relative its path in the folder of Medley's sources, such as {@code loadtest/clients/apache}
     * @throws IOException if this code is not in the folder of Medley's sources, or the project is not
     */
    public static ForeignBuild of(String relative) throws IOException {
        Path wrapper = ProjectFolder.find(WRAPPER)
                .filter(found -> Files.exists(found.resolveSibling(relative).resolve(POM)))
                .orElseThrow(() -> new IOException(
                        "%s/%s, to be built from source, was not found above %s: run ./medley from a checkout"
                                .formatted(relative, POM, ProjectFolder.code())));
        Path project = wrapper.resolveSibling(relative);
        List<Path> shared = new ArrayList<>();
        Path parent = project.resolveSibling(POM);
        if (Files.exists(parent)) {
            shared.add(parent);
        }
        @Nullable Path code = ProjectFolder.code();
        if (code != null) {
            shared.add(code);
        }
        return new ForeignBuild(wrapper, project, shared);
    }

    /**
     * Builds the project unless that has been done since its sources changed. Takes as long as Maven does.
     *
     * @param properties further arguments of Maven, such as {@code -Djetty.version=12.1.12}
     * @param log takes the output of Maven
     * @return the class path of the project, with its libraries
     * @throws IOException if the build fails; the message has the end of Maven's output
     */
    public String classPath(List<String> properties, Path log) throws IOException, InterruptedException {
        if (!isUpToDate()) {
            build(properties, log);
        }
        return project.resolve("target/classes") + File.pathSeparator + project.resolve("target/lib") + "/*";
    }

    private void build(List<String> properties, Path log) throws IOException, InterruptedException {
        // What is in the local repository is enough most of the time, also without a network.
        if (!maven(properties, log, "-o") && !maven(properties, log)) {
            throw new IOException("the build of %s failed, see %s:%n%s".formatted(project, log, end(log)));
        }
        Files.createDirectories(project.resolve("target"));
        Files.writeString(project.resolve(STAMP), "");
    }

    private boolean maven(List<String> properties, Path log, String... more) throws IOException, InterruptedException {
        List<String> line = new ArrayList<>(List.of(wrapper.toString(), "-B", "-ntp", "-q"));
        line.addAll(List.of(more));
        line.addAll(List.of("-f", project.resolve(POM).toString(), "clean", "package"));
        line.addAll(properties);
        ProcessBuilder builder = new ProcessBuilder(line)
                .directory(project.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        // The project is compiled by the JDK that is to run it.
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        BoundProcess bound = BoundProcess.start(builder, () -> {});
        try {
            return bound.process().waitFor() == 0;
        } finally {
            bound.process().destroyForcibly();
            bound.release();
        }
    }

    /** Returns whether nothing that the project is built from is newer than its build. */
    private boolean isUpToDate() throws IOException {
        Path stamp = project.resolve(STAMP);
        if (!Files.exists(stamp)) {
            return false;
        }
        FileTime built = Files.getLastModifiedTime(stamp);
        Path target = project.resolve("target");
        try (Stream<Path> files = Files.walk(project)) {
            // The time of the project's own folder changes with its target.
            List<Path> sources = files.filter(file -> !file.startsWith(target) && !file.equals(project))
                    .toList();
            for (Path file : sources) {
                if (isNewer(file, built)) {
                    return false;
                }
            }
        }
        for (Path file : shared) {
            if (isNewer(file, built)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isNewer(Path file, FileTime built) throws IOException {
        return Files.getLastModifiedTime(file).compareTo(built) > 0;
    }

    private static String end(Path log) throws IOException {
        return String.join(System.lineSeparator(), LogEnd.of(log, LAST_LINES));
    }
}
