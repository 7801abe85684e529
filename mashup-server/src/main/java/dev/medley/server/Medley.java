package dev.medley.server;

import dev.medley.server.cli.MedleyCommand;

/** Where the JAR starts. */
public final class Medley {

    private Medley() {}

    /** Runs the command that {@code args} say, and exits with its code. */
    public static void main(String[] args) {
        System.exit(MedleyCommand.run(args));
    }
}
