package dev.medley.config.internal;

import dev.medley.config.ExecutionMode;
import dev.medley.config.MashupMode;
import dev.medley.config.ServerSettings;
import dev.medley.setting.internal.Setting;
import dev.medley.setting.internal.Settings;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Checks a mashup's options together with the server's. */
final class MashupCheck {

    private MashupCheck() {}

    /** Reports options of a mashup that the server as a whole does not allow. */
    static void check(ServerSettings server, Settings mashup, BiConsumer<Setting<?>, String> problems) {
        ExecutionMode whole = server.execution();
        @Nullable MashupMode own = mashup.find(MashupKeys.EXECUTION);
        if (own != null && whole != ExecutionMode.ASYNC && !own.configured().equals(whole.configured())) {
            problems.accept(
                    MashupKeys.EXECUTION,
                    "'%s' is for single mashups of a server that runs async; expected server.execution: async, but it is %s"
                            .formatted(own.configured(), whole.configured()));
        }
    }
}
