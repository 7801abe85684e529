package dev.medley.server.internal.cli;

/** The main class of the JAR. */
public final class Medley {

    private Medley() {}

    /** Runs the command of {@code args}, and exits with its code. */
    public static void main(String[] args) {
        System.exit(MedleyCommand.run(args));
    }
}
