package dev.medley.loadtest.report;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.UnixOperatingSystemMXBean;
import dev.medley.loadtest.report.section.Figures;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The date of a measurement, and the machine; numbers mean little without them. The entries name neither the machine nor its
 * user.
 *
 * @param date the date of the measurement
 * @param entries names and values, in reading order
 */
public record Facts(Instant date, Map<String, String> entries) {

    private static final DateTimeFormatter MINUTES =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm 'UTC'", Locale.ROOT).withZone(ZoneOffset.UTC);

    private static final double MIB = 1024 * 1024;
    private static final double GIB = 1024 * MIB;
    private static final Path PROCESSORS = Path.of("/proc/cpuinfo");

    /** Copies the entries and keeps their order. */
    public Facts {
        entries = Collections.unmodifiableMap(new LinkedHashMap<>(entries));
    }

    /** Looks at this machine and this JVM; the date is the clock's. */
    public static Facts ofThisMachine(Clock clock) {
        return new Facts(clock.instant(), machine());
    }

    /** The date to the minute, in UTC. */
    String dateText() {
        return MINUTES.format(date);
    }

    private static Map<String, String> machine() {
        Map<String, String> facts = new LinkedHashMap<>();
        int cores = Runtime.getRuntime().availableProcessors();
        facts.put("cores", processor().map(name -> cores + ", " + name).orElse(String.valueOf(cores)));
        OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        facts.put("memory", Figures.fixed((double) system.getTotalMemorySize() / GIB, 1) + " GiB");
        facts.put("kernel", "%s %s, %s".formatted(property("os.name"), property("os.version"), property("os.arch")));
        facts.put("JVM", "%s %s".formatted(property("java.vm.name"), property("java.runtime.version")));
        facts.put("heap, at most", Figures.fixed(Runtime.getRuntime().maxMemory() / MIB, 0) + " MiB");
        if (system instanceof UnixOperatingSystemMXBean unix) {
            facts.put("open files, at most", Figures.fixed((double) unix.getMaxFileDescriptorCount(), 0));
        }
        return facts;
    }

    private static String property(String name) {
        return System.getProperty(name, "unknown");
    }

    /** The model of the first processor, where the kernel reports it. */
    private static Optional<String> processor() {
        try (Stream<String> lines = Files.lines(PROCESSORS)) {
            return lines.filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst();
        } catch (IOException e) {
            // Not Linux: the count of cores has to do.
            return Optional.empty();
        }
    }
}
