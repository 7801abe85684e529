package dev.medley.server.internal.admin.metrics;

import com.sun.management.OperatingSystemMXBean;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.core.instrument.config.MeterFilter;
import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;

/** Memory, collections, threads, processor time, open files and uptime of the process. */
final class JvmMeters implements AutoCloseable {

    private static final double NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

    private final JvmGcMetrics gc = new JvmGcMetrics();

    JvmMeters(MeterRegistry registry) {
        // Inspects each thread six times, and the blocking mode has thousands.
        registry.config().meterFilter(MeterFilter.denyNameStartsWith("jvm.threads.states"));
        // Their names break Prometheus' rules: an abbreviated unit, and the suffix of a histogram.
        registry.config()
                .meterFilter(MeterFilter.denyNameStartsWith("process.cpu.time"))
                .meterFilter(MeterFilter.denyNameStartsWith("system.cpu.count"));
        processors(registry);
        new JvmMemoryMetrics().bindTo(registry);
        gc.bindTo(registry);
        new JvmThreadMetrics().bindTo(registry);
        new ProcessorMetrics().bindTo(registry);
        new FileDescriptorMetrics().bindTo(registry);
        new UptimeMetrics().bindTo(registry);
    }

    private static void processors(MeterRegistry registry) {
        if (ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system) {
            FunctionCounter.builder("process.cpu", system, each -> each.getProcessCpuTime() / NANOS_PER_SECOND)
                    .description("Processor time that the process has taken")
                    .baseUnit("seconds")
                    .register(registry);
        }
        Gauge.builder("system.cpus", Runtime.getRuntime(), Runtime::availableProcessors)
                .description("Processors available to the JVM")
                .register(registry);
    }

    @Override
    public void close() {
        gc.close();
    }
}
