package dev.medley.loadtest.jmeter;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Objects;

/** The plans of {@code loadtest/plans}. Each says at its top which properties it takes. */
public enum JMeterPlan {

    /** A fixed number of users, each of whom sends the next request as soon as the last one is answered. */
    CLOSED_LOOP("closed-loop.jmx"),

    /** Requests at a rate of their own, however long the earlier ones take. */
    OPEN_ARRIVALS("open-arrivals.jmx");

    private final String fileName;

    JMeterPlan(String fileName) {
        this.fileName = fileName;
    }

    /**
     * Writes the plan, in place of what is there.
     *
     * @return the file, which has the name that it has in {@code loadtest/plans}
     */
    public Path copyTo(Path directory) throws IOException {
        Path file = directory.resolve(fileName);
        try (InputStream plan = Objects.requireNonNull(JMeterPlan.class.getResourceAsStream(fileName), fileName)) {
            Files.copy(plan, file, StandardCopyOption.REPLACE_EXISTING);
        }
        return file;
    }
}
