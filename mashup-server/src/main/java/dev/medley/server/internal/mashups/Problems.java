package dev.medley.server.internal.mashups;

import dev.medley.config.ConfigurationException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/** The problems of several steps, in their order, each once. For one thread. */
public final class Problems {

    private final Set<String> found = new LinkedHashSet<>();

    /** Creates an instance without problems. */
    public Problems() {}

    /** Runs a step, and collects its problems. */
    public void of(Runnable step) {
        try {
            step.run();
        } catch (ConfigurationException x) {
            addAll(x.problems());
        }
    }

    /** Returns what a step returns; {@code otherwise}, if it has problems, which are collected. */
    public <T> T of(Supplier<T> step, T otherwise) {
        try {
            return step.get();
        } catch (ConfigurationException x) {
            addAll(x.problems());
            return otherwise;
        }
    }

    /** Collects problems. */
    public void addAll(List<String> problems) {
        found.addAll(problems);
    }

    /**
     * Ends the steps.
     *
     * @throws ConfigurationException with all problems, if there are any
     */
    public void throwIfAny() {
        if (!found.isEmpty()) {
            throw new ConfigurationException(List.copyOf(found));
        }
    }
}
