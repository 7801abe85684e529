package dev.medley.loadtest.process;

import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The folder of Medley's sources, found from the JAR or the class folder that this code is loaded from. */
public final class ProjectFolder {

    private ProjectFolder() {}

    /**
     * Finds a file or folder of the project.
     *
     * @param relative its path in the folder of the sources
     * @return its path; empty if this code is not in such a folder, as in a JAR that was copied
     */
    public static Optional<Path> find(String relative) {
        return find(code(), relative);
    }

    /**
     * As {@link #find(String)}.
     *
     * @param code the JAR or folder that this class is loaded from, if it is known
     */
    static Optional<Path> find(@Nullable Path code, String relative) {
        for (Path folder = code; folder != null; folder = folder.getParent()) {
            Path found = folder.resolve(relative);
            if (Files.exists(found)) {
                return Optional.of(found);
            }
        }
        return Optional.empty();
    }

    /** Returns the JAR or folder that this code is loaded from, if it is known. */
    public static @Nullable Path code() {
        CodeSource source = ProjectFolder.class.getProtectionDomain().getCodeSource();
        try {
            return source == null ? null : Path.of(source.getLocation().toURI());
        } catch (URISyntaxException | IllegalArgumentException x) {
            // Loaded from something that is no file.
            return null;
        }
    }
}
