package dev.medley.loadtest.jmeter;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;

/** The properties that JMeter is given: those of the plan, and those that {@link JMeterRun} needs. */
final class RunProperties {

    /** They win over those of the user's own JMeter. */
    private static final Map<String, String> NEEDED = Map.ofEntries(
            // What ResultsFile reads, as soon as it has happened.
            Map.entry("jmeter.save.saveservice.output_format", "csv"),
            Map.entry("jmeter.save.saveservice.default_delimiter", ","),
            Map.entry("jmeter.save.saveservice.print_field_names", "true"),
            Map.entry("jmeter.save.saveservice.timestamp_format", "ms"),
            Map.entry("jmeter.save.saveservice.response_code", "true"),
            Map.entry("jmeter.save.saveservice.successful", "true"),
            Map.entry("jmeter.save.saveservice.time", "true"),
            Map.entry("jmeter.save.saveservice.autoflush", "true"),
            Map.entry("sampleresult.timestamp.start", "true"),
            // Idle threads of the open model would keep the process alive for another minute.
            Map.entry("jmeterengine.force.system.exit", "true"),
            // No port is opened to stop it: it is stopped as a process, and several may run at once.
            Map.entry("jmeterengine.nongui.port", "0"));

    private final Properties properties = new Properties();

    void put(String name, String value) {
        properties.setProperty(name, value);
    }

    void write(Path file) throws IOException {
        Properties all = new Properties();
        all.putAll(properties);
        all.putAll(NEEDED);
        // Not by a Writer: JMeter expects what is not ASCII to be escaped.
        try (OutputStream out = Files.newOutputStream(file)) {
            all.store(out, null);
        }
    }
}
