package dev.medley.config;

import dev.medley.setting.internal.ValueParser;

/** The parsers that a Java without virtual threads has. */
public final class WithoutVirtualThreads {

    private WithoutVirtualThreads() {}

    /** Returns the parser of {@code server.execution}. */
    public static ValueParser<ExecutionMode> executionModes() {
        return ServerKeys.executionModes(false);
    }
}
