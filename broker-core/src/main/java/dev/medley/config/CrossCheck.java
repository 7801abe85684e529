package dev.medley.config;

import dev.medley.setting.Setting;
import dev.medley.setting.Settings;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Checks values of the server that are valid each by itself, but perhaps not together. */
final class CrossCheck {

    private static final Set<String> ALL_ADDRESSES = Set.of("0.0.0.0", "::");

    private CrossCheck() {}

    /** Reports every problem, with the setting that has it. */
    static void check(Settings server, BiConsumer<Setting<?>, String> problems) {
        checkAlways(server, problems);
        checkPorts(server, problems);
    }

    /** Reports the problems that no program may have either. */
    static void checkAlways(Settings server, BiConsumer<Setting<?>, String> problems) {
        checkThreads(server, problems);
        TlsCheck tls = new TlsCheck(server, problems);
        tls.check(ServerSettings.TLS, ServerSettings.HTTPS.settings());
        tls.check(ServerSettings.ADMIN_TLS);
    }

    /** Reports a number of threads that is too low for the execution mode. */
    private static void checkThreads(Settings server, BiConsumer<Setting<?>, String> problems) {
        ExecutionMode mode = server.get(ServerSettings.EXECUTION);
        @Nullable Integer threads = server.find(ServerSettings.THREADS);
        if (threads != null && threads < mode.minimumThreads()) {
            String text = "'%d' is too few; expected %d or more with execution: %s"
                    .formatted(threads, mode.minimumThreads(), mode.configured());
            problems.accept(ServerSettings.THREADS, text);
        }
    }

    /** Reports two ports that are the same on one address; that of administration, unless it is the default. */
    private static void checkPorts(Settings server, BiConsumer<Setting<?>, String> problems) {
        int port = server.get(ServerSettings.PORT);
        Integer adminPort = server.get(ServerSettings.ADMIN_PORT);
        if (port != 0 && port == adminPort && hostsOverlap(server)) {
            boolean isDefault = ServerSettings.ADMIN_PORT
                    .defaultValue()
                    .filter(adminPort::equals)
                    .isPresent();
            Setting<?> setting = isDefault ? ServerSettings.PORT : ServerSettings.ADMIN_PORT;
            Setting<?> other = isDefault ? ServerSettings.ADMIN_PORT : ServerSettings.PORT;
            problems.accept(setting, also(port, other));
        }
        Setting<Integer> plain = ServerSettings.HTTPS.plainPort();
        @Nullable Integer plainPort = server.find(plain);
        if (plainPort != null && plainPort != 0) {
            if (plainPort == port) {
                problems.accept(plain, also(port, ServerSettings.PORT));
            } else if (plainPort.equals(adminPort) && hostsOverlap(server)) {
                problems.accept(plain, also(adminPort, ServerSettings.ADMIN_PORT));
            }
        }
    }

    private static String also(int port, Setting<?> other) {
        return "'%d' is also server.%s; expected another port".formatted(port, other.path());
    }

    private static boolean hostsOverlap(Settings server) {
        String host = server.get(ServerSettings.HOST);
        String adminHost = server.get(ServerSettings.ADMIN_HOST);
        return Objects.equals(host, adminHost) || ALL_ADDRESSES.contains(host) || ALL_ADDRESSES.contains(adminHost);
    }
}
