package dev.medley.loadtest.experiment.server;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The command line of a Java program, with the JVM and the JVM options of this one. */
public final class JavaCommand {

    private static final String FIRST_COMPILER_ONLY = "-XX:TieredStopAtLevel=1";
    private static final String SETTINGS = "MEDLEY_";

    private JavaCommand() {}

    /** A program of the class path of this one. */
    public static ProcessBuilder ofThisClassPath(
            Setup setup, List<String> options, String main, List<String> arguments) {
        return of(setup, jvmOptions().toList(), options, System.getProperty("java.class.path"), main, arguments);
    }

    /** A program of another class path, which archives of classes do not suit. */
    public static ProcessBuilder ofClassPath(
            Setup setup, List<String> options, String classPath, String main, List<String> arguments) {
        List<String> inherited =
                jvmOptions().filter(option -> !isOfThisClassPath(option)).toList();
        return of(setup, inherited, options, classPath, main, arguments);
    }

    private static ProcessBuilder of(
            Setup setup,
            List<String> inherited,
            List<String> options,
            String classPath,
            String main,
            List<String> arguments) {
        List<String> line = new ArrayList<>();
        line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        line.addAll(inherited);
        if (setup.quick()) {
            // In seconds the optimizing compiler only takes processor time from what it is to make fast.
            line.add(FIRST_COMPILER_ONLY);
        }
        line.addAll(options);
        line.addAll(List.of("-cp", classPath, main));
        line.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(line);
        withoutSettings(builder.environment());
        return builder;
    }

    /** Takes out what would win over the configuration that the experiment writes. */
    static void withoutSettings(Map<String, String> environment) {
        environment.keySet().removeIf(variable -> variable.startsWith(SETTINGS));
    }

    static boolean isOfThisClassPath(String option) {
        return option.startsWith("-XX:AOT") || option.startsWith("-XX:SharedArchiveFile");
    }

    /** Those that this JVM was started with, but for agents and debuggers, of which there can be one. */
    private static Stream<String> jvmOptions() {
        return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(option -> !option.startsWith("-agentlib") && !option.startsWith("-javaagent"));
    }
}
