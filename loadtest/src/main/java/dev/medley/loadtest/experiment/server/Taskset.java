package dev.medley.loadtest.experiment.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The tool {@code taskset} of Linux, which holds processes and threads on chosen cores. */
public final class Taskset {

    private static final Path STATUS = Path.of("/proc/self/status");
    private static final String ALLOWED = "Cpus_allowed_list:";

    private final List<Integer> cores;

    private Taskset(List<Integer> cores) {
        this.cores = cores;
    }

    /** Returns the tool, if it is installed and this process may use two cores or more. */
    public static Optional<Taskset> find() throws InterruptedException {
        try {
            List<Integer> cores = allowedCores(Files.readAllLines(STATUS));
            return cores.size() > 1 && run(List.of("taskset", "--version"))
                    ? Optional.of(new Taskset(cores))
                    : Optional.empty();
        } catch (IOException x) {
            // Not Linux, or not installed.
            return Optional.empty();
        }
    }

    /** The core of the server. */
    public String first() {
        return String.valueOf(cores.get(0));
    }

    /** All cores but the first, for partners and load. */
    public String others() {
        return list(cores.subList(1, cores.size()));
    }

    public String all() {
        return list(cores);
    }

    /** Holds all threads of a process on {@code cores}, and those that they start later. */
    public void holdProcess(long pid, String cores) throws IOException, InterruptedException {
        hold(List.of("taskset", "-a", "-c", "-p", cores, Long.toString(pid)));
    }

    /** Holds one thread, named by the id that Linux gave it. */
    public void holdThread(long tid, String cores) throws IOException, InterruptedException {
        hold(List.of("taskset", "-c", "-p", cores, Long.toString(tid)));
    }

    /** The cores of {@code Cpus_allowed_list} in the status of a process. */
    static List<Integer> allowedCores(List<String> status) {
        return status.stream()
                .filter(line -> line.startsWith(ALLOWED))
                .findFirst()
                .map(line -> parse(line.substring(ALLOWED.length()).strip()))
                .orElse(List.of());
    }

    /** The numbers of a list such as {@code 0-2,5}. */
    private static List<Integer> parse(String list) {
        List<Integer> cores = new ArrayList<>();
        for (String part : list.split(",", -1)) {
            String[] ends = part.split("-", 2);
            int to = Integer.parseInt(ends[ends.length - 1]);
            for (int core = Integer.parseInt(ends[0]); core <= to; core++) {
                cores.add(core);
            }
        }
        return cores;
    }

    private static String list(List<Integer> cores) {
        return String.join(",", cores.stream().map(String::valueOf).toList());
    }

    private static void hold(List<String> command) throws IOException, InterruptedException {
        if (!run(command)) {
            throw new IOException(String.join(" ", command) + " failed");
        }
    }

    private static boolean run(List<String> command) throws IOException, InterruptedException {
        return new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start()
                        .waitFor()
                == 0;
    }
}
