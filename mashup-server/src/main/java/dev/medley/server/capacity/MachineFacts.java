package dev.medley.server.capacity;

import java.nio.file.Path;
import java.util.OptionalLong;

/** What is known of a machine. */
@FunctionalInterface
public interface MachineFacts {

    /** The value of {@code fact}; empty where the system does not tell. */
    OptionalLong read(Fact fact);

    /** The facts of the machine that this JVM runs on. */
    static MachineFacts ofThisMachine() {
        return new ThisMachine(new SystemFiles(Path.of("/")));
    }
}
