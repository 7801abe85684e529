package dev.medley.config;

import java.util.List;

/** Problems of the configuration. Has no stack trace: the message is for the author of the configuration. */
public final class ConfigurationException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String[] problems;

    /** Reports {@code problems}, each in a line of the message. */
    public ConfigurationException(List<String> problems) {
        super(String.join("\n", problems), null, false, false);
        this.problems = problems.toArray(String[]::new);
    }

    /** Returns the problems, each with its place, its key and what is expected. */
    public List<String> problems() {
        return List.of(problems);
    }
}
