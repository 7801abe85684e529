package dev.medley.config;

import dev.medley.setting.internal.Setting;
import dev.medley.setting.internal.Settings;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Checks values of the server that are valid each by itself, but perhaps not together. */
final class CrossCheck {

    private static final Set<String> ALL_ADDRESSES = Set.of("0.0.0.0", "::");

    private CrossCheck() {}

    /** Reports the problems that no program may have either. */
    static void checkAlways(Settings server, BiConsumer<Setting<?>, String> problems) {
        checkThreads(server, problems);
        TlsCheck tls = new TlsCheck(server, problems);
        tls.check(TlsSettings.OF_MASHUPS, HttpsSettings.KEYS.settings());
        tls.check(TlsSettings.OF_ADMINISTRATION, Stream.empty());
        AdmissionSettings.check(server, problems);
        LogSettings.check(server, problems);
        TracesSettings.check(server, problems);
        ClientSettings.check(server, problems);
        ProxySettings.check(server, problems);
        EdgeSettings.check(server, problems);
    }

    /** Reports a number of threads that is too low for the execution mode, or for the loops. */
    private static void checkThreads(Settings server, BiConsumer<Setting<?>, String> problems) {
        ExecutionMode mode = server.get(ServerKeys.EXECUTION);
        @Nullable Integer threads = server.find(ServerKeys.THREADS);
        if (threads != null && threads < mode.minimumThreads()) {
            String text = "'%d' is too few; expected %d or more with execution: %s"
                    .formatted(threads, mode.minimumThreads(), mode.configured());
            problems.accept(ServerKeys.THREADS, text);
        }
        @Nullable Integer loops = server.find(ServerKeys.LOOPS);
        int others = (threads == null ? mode.defaultThreads() : threads) - mode.threadsBesideLoops();
        if (loops != null && loops > others) {
            String text = "'%d' is too many; expected at most %d, as %d of the threads must be left for other work"
                    .formatted(loops, others, mode.threadsBesideLoops());
            problems.accept(ServerKeys.LOOPS, text);
        }
    }

    /** Reports two ports that are the same on one address; that of administration, unless it is the default. */
    static void checkPorts(Settings server, BiConsumer<Setting<?>, String> problems) {
        int port = server.get(ServerKeys.PORT);
        Setting<Integer> admin = AdminSettings.PORT;
        Integer adminPort = server.get(admin);
        if (port != 0 && port == adminPort && hostsOverlap(server)) {
            boolean isDefault = admin.defaultValue().filter(adminPort::equals).isPresent();
            Setting<?> setting = isDefault ? ServerKeys.PORT : admin;
            Setting<?> other = isDefault ? admin : ServerKeys.PORT;
            problems.accept(setting, also(port, other));
        }
        Setting<Integer> plain = HttpsSettings.PLAIN_PORT;
        @Nullable Integer plainPort = server.find(plain);
        if (plainPort != null && plainPort != 0) {
            if (plainPort == port) {
                problems.accept(plain, also(port, ServerKeys.PORT));
            } else if (plainPort.equals(adminPort) && hostsOverlap(server)) {
                problems.accept(plain, also(adminPort, admin));
            }
        }
        checkOperatorPort(server, problems);
    }

    private static void checkOperatorPort(Settings server, BiConsumer<Setting<?>, String> problems) {
        checkOperatorPort(server, ServerKeys.PORT, ServerKeys.HOST, problems);
        checkOperatorPort(server, HttpsSettings.PLAIN_PORT, ServerKeys.HOST, problems);
        checkOperatorPort(server, AdminSettings.PORT, AdminSettings.HOST, problems);
    }

    private static void checkOperatorPort(
            Settings server, Setting<Integer> port, Setting<String> host, BiConsumer<Setting<?>, String> problems) {
        @Nullable Integer operatorPort = server.find(AdminSettings.OPERATOR_PORT);
        if (operatorPort != null
                && operatorPort != 0
                && operatorPort.equals(server.find(port))
                && overlap(server, AdminSettings.OPERATOR_HOST, host)) {
            problems.accept(AdminSettings.OPERATOR_PORT, also(operatorPort, port));
        }
    }

    private static String also(int port, Setting<?> other) {
        return "'%d' is also server.%s; expected another port".formatted(port, other.path());
    }

    private static boolean hostsOverlap(Settings server) {
        return overlap(server, ServerKeys.HOST, AdminSettings.HOST);
    }

    private static boolean overlap(Settings server, Setting<String> first, Setting<String> second) {
        String one = server.get(first);
        String other = server.get(second);
        return Objects.equals(one, other) || ALL_ADDRESSES.contains(one) || ALL_ADDRESSES.contains(other);
    }
}
