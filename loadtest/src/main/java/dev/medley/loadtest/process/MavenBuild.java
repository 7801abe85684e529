package dev.medley.loadtest.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.Writer;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Runs Maven on Medley's sources, one build at a time. Other processes wait for the lock of {@code .medley/lock}, which the
 * system releases when its process ends, however that ends.
 *
 * <p>The launcher runs this file from its source, since nothing has been compiled then: it must not refer to another class of Medley.
 */
public final class MavenBuild {

    /** The exit code of {@link #main} after another process has built: the launcher looks again. */
    private static final int OTHERS = 3;

    private static final Pattern MODULE = Pattern.compile("Building Medley :: (.*) \\S+ +\\[(\\d+)/(\\d+)]");
    private static final Duration PROGRESS = Duration.ofSeconds(5);
    private static final Duration CLOCK_STEPS = Duration.ofSeconds(5);
    private static final int LAST_LINES = 40;

    private final Path home;
    private final Path work;
    private final PrintStream err;

    /**
     * Creates a build.
     *
     * @param home the folder of Medley's sources
     * @param err takes messages and progress
     */
    public MavenBuild(Path home, PrintStream err) {
        this.home = home;
        this.err = err;
        work = home.resolve(".medley");
    }

    /**
     * Builds {@code mashup-server/target/medley.jar}, the JAR of the launcher. A JAR that is there is replaced at once: a process
     * that runs it keeps the old one.
     *
     * @param args the folder of Medley's sources
     */
    public static void main(String[] args) {
        System.exit(buildJar(new MavenBuild(Path.of(args[0]), System.err)));
    }

    private static int buildJar(MavenBuild build) {
        try {
            return build.jar() ? 0 : OTHERS;
        } catch (IOException x) {
            // The message of a file's exception is the file alone.
            build.err.println("medley: " + (x instanceof FileSystemException ? "cannot build: " + x : x.getMessage()));
            return 1;
        } catch (InterruptedException x) {
            return 1;
        }
    }

    private boolean jar() throws IOException, InterruptedException {
        Path jar = home.resolve("mashup-server/target/medley.jar");
        String reason = Files.exists(jar) ? "sources have changed" : "first build, takes one to two minutes";
        Path built = home.resolve("mashup-server/target/quick/standalone/medley.jar");
        return run("Building Medley (" + reason + ")...", List.of("-pl", "mashup-server", "-am", "package"), begun -> {
            // A source that has changed since then is newer.
            Files.setLastModifiedTime(built, begun);
            Files.move(built, jar, StandardCopyOption.ATOMIC_MOVE);
        });
    }

    /**
     * Runs a quick build. Blocks until its end, or until the end of that of another process.
     *
     * @param what the message at the beginning
     * @param arguments of Maven
     * @param end done after a build that has succeeded, before another one begins
     * @return whether this process has built: false if it has waited for another one, which may have built the same
     * @throws IOException if the build fails; the message has the end of Maven's output
     */
    public boolean run(String what, List<String> arguments, End end) throws IOException, InterruptedException {
        Files.createDirectories(work);
        try (FileChannel file = FileChannel.open(
                work.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            FileLock lock = file.tryLock();
            if (lock == null) {
                err.println("Waiting for another build of Medley...");
                file.lock();
                return false;
            }
            endRemains(file);
            err.println(what);
            FileTime begun = Files.getLastModifiedTime(Files.writeString(work.resolve("begun"), ""));
            maven(file, arguments);
            end.done(begun);
            return true;
        }
    }

    /** Done at the end of a build that began at {@code begun}, by the clock of the file system. */
    public interface End {

        /** Called once, before another build begins. */
        void done(FileTime begun) throws IOException;
    }

    /** Ends the Maven of a build that was killed: the lock's file has the process and its start. */
    private static void endRemains(FileChannel file) throws IOException {
        ByteBuffer content = ByteBuffer.allocate((int) file.size());
        file.read(content, 0);
        String[] remains = new String(content.array(), StandardCharsets.US_ASCII).split(" ", -1);
        if (remains.length == 2) {
            Instant started = Instant.ofEpochMilli(Long.parseLong(remains[1]));
            ProcessHandle.of(Long.parseLong(remains[0]))
                    .filter(process -> startOf(process)
                            .filter(start ->
                                    Duration.between(start, started).abs().compareTo(CLOCK_STEPS) < 0)
                            .isPresent())
                    .ifPresent(MavenBuild::kill);
        }
    }

    private static Optional<Instant> startOf(ProcessHandle process) {
        return process.info().startInstant();
    }

    private static void kill(ProcessHandle process) {
        List<ProcessHandle> all = new ArrayList<>(process.descendants().toList());
        all.add(process);
        all.forEach(ProcessHandle::destroyForcibly);
        all.forEach(each -> each.onExit().join());
    }

    private void maven(FileChannel file, List<String> arguments) throws IOException, InterruptedException {
        List<String> line = new ArrayList<>(List.of(home.resolve("mvnw").toString(), "-B", "-Dquick"));
        line.addAll(arguments);
        Process maven = start(new ProcessBuilder(line).directory(home.toFile()).redirectErrorStream(true));
        write(
                file,
                maven.pid() + " "
                        + startOf(maven.toHandle()).orElse(Instant.EPOCH).toEpochMilli());
        maven.getOutputStream().close();
        Path log = work.resolve("build.log");
        Deque<String> last = follow(maven, log);
        int status = maven.waitFor();
        write(file, "");
        if (status != 0) {
            last.forEach(err::println);
            throw new IOException("the build has failed; see above, or " + log);
        }
    }

    /** Starts Maven, which ends with this process, also if that is asked to end just now. */
    private static Process start(ProcessBuilder command) throws IOException, InterruptedException {
        Object starting = new Object();
        AtomicReference<Process> started = new AtomicReference<>();
        AtomicBoolean ending = new AtomicBoolean();
        Runtime.getRuntime()
                .addShutdownHook(new Thread(
                        () -> {
                            synchronized (starting) {
                                ending.set(true);
                                Optional.ofNullable(started.get())
                                        .map(Process::toHandle)
                                        .ifPresent(MavenBuild::kill);
                            }
                        },
                        "medley-build-end"));
        synchronized (starting) {
            if (ending.get()) {
                throw new InterruptedException("this process ends");
            }
            Process maven = command.start();
            started.set(maven);
            return maven;
        }
    }

    /** Writes Maven's output to {@code log} and shows its progress. Returns the last lines that are not about that. */
    private Deque<String> follow(Process maven, Path log) throws IOException {
        Deque<String> last = new ArrayDeque<>();
        try (BufferedReader lines =
                        new BufferedReader(new InputStreamReader(maven.getInputStream(), StandardCharsets.UTF_8));
                Writer copy = Files.newBufferedWriter(log)) {
            Progress progress = new Progress();
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                copy.write(line + System.lineSeparator());
                if (!line.startsWith("[INFO]")) {
                    last.add(line);
                    if (last.size() > LAST_LINES) {
                        last.remove();
                    }
                }
                progress.add(line);
            }
        }
        return last;
    }

    private static void write(FileChannel file, String content) throws IOException {
        file.truncate(0);
        file.write(ByteBuffer.wrap(content.getBytes(StandardCharsets.US_ASCII)), 0);
    }

    /** Says which module Maven is at, and every five seconds how many files it has downloaded. */
    private final class Progress {

        private final long start = System.nanoTime();
        private long printed = start;
        private int downloads;

        void add(String line) {
            Matcher module = MODULE.matcher(line);
            if (module.find()) {
                print("%s (%s of %s)".formatted(module.group(1), module.group(2), module.group(3)));
            } else if (line.contains("Downloaded from ")) {
                downloads++;
                if (System.nanoTime() - printed > PROGRESS.toNanos()) {
                    print(downloads + " files downloaded");
                }
            }
        }

        private void print(String text) {
            printed = System.nanoTime();
            err.println(
                    "  %2d s: %s".formatted(Duration.ofNanos(printed - start).toSeconds(), text));
        }
    }
}
