package dev.medley.config;

import dev.medley.connection.Protocol;
import dev.medley.thread.BrokerPool;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The notations of values, which the schema calls by name. */
final class Notations {

    static final Notation<Duration> DURATION = new DurationNotation(false);
    static final Notation<Duration> DURATION_OR_ZERO = new DurationNotation(true);
    static final Notation<Long> SIZE = new SizeNotation();
    static final Notation<String> HOST = new HostNotation();
    static final Notation<URI> URL = new UrlNotation();
    static final Notation<Protocol> PROTOCOL = new ProtocolNotation();
    static final Notation<ExecutionMode> EXECUTION = new ExecutionNotation(BrokerPool.virtualThreadsAvailable());

    private static final Map<String, Notation<?>> BY_NAME = Map.of(
            "duration", DURATION,
            "duration-or-zero", DURATION_OR_ZERO,
            "size", SIZE,
            "host", HOST,
            "url", URL,
            "protocol", PROTOCOL,
            "execution", EXECUTION);

    private Notations() {}

    /** The notation of that name, if there is one. */
    static @Nullable Notation<?> named(String name) {
        return BY_NAME.get(name);
    }
}
