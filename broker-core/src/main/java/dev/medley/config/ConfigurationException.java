package dev.medley.config;

import java.util.List;

/** The configuration is wrong. Has no stack trace: its message is for who wrote the configuration. */
public final class ConfigurationException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String[] problems;

    /** Reports {@code problems}, each in a line of the message. */
    public ConfigurationException(List<String> problems) {
        super(String.join("\n", problems), null, false, false);
        this.problems = problems.toArray(String[]::new);
    }

    /** All that is wrong, each with its place, its key and what is expected. */
    public List<String> problems() {
        return List.of(problems);
    }
}
