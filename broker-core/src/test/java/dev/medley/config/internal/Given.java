package dev.medley.config.internal;

import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.medley.config.ConfigurationException;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** Configurations that tests read. */
public final class Given {

    static final Map<String, String> NOTHING = Map.of();

    /** That of a program without the server. */
    static final ConfigurationReader READER = new ConfigurationReader(DeclarationFormat.UNREAD);

    private Given() {}

    public static Configuration file(String yaml) {
        return READER.parse("medley.yaml", yaml, NOTHING, NOTHING);
    }

    public static Configuration variables(String yaml, Map<String, String> environment) {
        return READER.parse("medley.yaml", yaml, environment, NOTHING);
    }

    static Configuration flags(String yaml, Map<String, String> flags) {
        return READER.parse("medley.yaml", yaml, NOTHING, flags);
    }

    public static List<String> problemsOf(ThrowingCallable reading) {
        return catchThrowableOfType(ConfigurationException.class, reading).problems();
    }

    public static List<String> problemsOfFile(String yaml) {
        return problemsOf(() -> file(yaml));
    }
}
