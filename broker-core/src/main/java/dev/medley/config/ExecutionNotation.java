package dev.medley.config;

/**
 * An execution mode that this JVM has.
 *
 * @param virtualThreads whether it has virtual threads
 */
record ExecutionNotation(boolean virtualThreads) implements Notation<ExecutionMode> {

    @Override
    public ExecutionMode read(String text) {
        for (ExecutionMode mode : ExecutionMode.values()) {
            if (mode.configured().equals(text)) {
                return supported(mode);
            }
        }
        throw new Refusal(text, "is not an execution mode", expected());
    }

    private ExecutionMode supported(ExecutionMode mode) {
        if (mode == ExecutionMode.VIRTUAL && !virtualThreads) {
            String fault = "needs Java 21 or later, and this is Java %d"
                    .formatted(Runtime.version().feature());
            throw new Refusal(mode.configured(), fault, expected());
        }
        return mode;
    }

    @Override
    public String expected() {
        return virtualThreads ? "async, blocking or virtual" : "async or blocking";
    }
}
