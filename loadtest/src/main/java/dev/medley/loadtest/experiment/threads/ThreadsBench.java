package dev.medley.loadtest.experiment.threads;

import dev.medley.loadtest.experiment.server.Setup;
import dev.medley.loadtest.experiment.server.Taskset;
import dev.medley.loadtest.report.Progress;
import dev.medley.stubs.proxy.FaultProxy;
import dev.medley.stubs.proxy.ProxyFault;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** All servers, up at the same time; one is under load while the others idle. */
final class ThreadsBench implements AutoCloseable {

    private static final int OK = 200;
    private static final Duration ANSWER_WITHIN = Duration.ofSeconds(30);

    private final Setup setup;
    private final ThreadsPlan plan;
    private final @Nullable Taskset taskset;
    private final FileFolder files;
    private final Map<WebServer, RunningServer> servers = new EnumMap<>(WebServer.class);
    private final Map<WebServer, FaultProxy> proxies = new EnumMap<>(WebServer.class);
    private final Map<String, String> excluded = new TreeMap<>();
    private final Set<String> notInstalled = new HashSet<>();
    private final FreshSources sources = new FreshSources();

    private ThreadsBench(Setup setup, ThreadsPlan plan, @Nullable Taskset taskset, FileFolder files) {
        this.setup = setup;
        this.plan = plan;
        this.taskset = taskset;
        this.files = files;
    }

    /**
     * Starts the servers, and checks a file of each size from each. One that does not start or answers otherwise is
     * {@link #excluded}.
     *
     * @param taskset holds the servers on a core; empty if nothing is to be pinned
     */
    static ThreadsBench start(Setup setup, ThreadsPlan plan, Optional<Taskset> taskset)
            throws IOException, InterruptedException {
        ThreadsBench bench = new ThreadsBench(setup, plan, taskset.orElse(null), FileFolder.create(sizes(plan)));
        try {
            bench.startServers();
            return bench;
        } catch (IOException | InterruptedException | RuntimeException x) {
            bench.close();
            throw x;
        }
    }

    private static Set<Integer> sizes(ThreadsPlan plan) {
        Set<Integer> sizes = new HashSet<>();
        plan.settings().forEach(setting -> sizes.add(setting.size()));
        return sizes;
    }

    /** All are launched before the first is waited for. */
    private void startServers() throws IOException, InterruptedException {
        for (WebServer server : plan.servers()) {
            Optional<RunningServer> launched = RunningServer.launch(setup, server, files, taskset != null);
            if (launched.isPresent()) {
                servers.put(server, launched.get());
            } else {
                notInstalled.add(server.label());
            }
        }
        for (RunningServer running : List.copyOf(servers.values())) {
            try {
                running.awaitReady();
                for (int size : sizes(plan)) {
                    check(running, size);
                }
                proxies.put(running.server(), FaultProxy.to(running.uri()));
            } catch (IOException x) {
                exclude(running, String.valueOf(x.getMessage()));
            }
        }
    }

    private static void check(RunningServer running, int size) throws IOException, InterruptedException {
        HttpClient client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(ANSWER_WITHIN)
                .build();
        URI file = running.uri().resolve(running.server().path(size));
        HttpResponse<byte[]> response = client.send(
                HttpRequest.newBuilder(file).timeout(ANSWER_WITHIN).build(), HttpResponse.BodyHandlers.ofByteArray());
        if (response.statusCode() != OK || response.body().length != size) {
            throw new IOException("%s was answered with status %d and %d bytes; expected 200 and %d"
                    .formatted(file, response.statusCode(), response.body().length, size));
        }
    }

    private void exclude(RunningServer running, String reason) {
        running.close();
        servers.remove(running.server());
        excluded.put(running.server().label(), reason);
        setup.progress().note("%s is excluded: %s".formatted(running.server().label(), reason));
    }

    /** The servers that are not measured although they are installed, by name, each with the reason. */
    Map<String, String> excluded() {
        return Collections.unmodifiableMap(excluded);
    }

    /** The servers that are not installed. */
    List<String> notInstalled() {
        return notInstalled.stream().sorted().toList();
    }

    /** The address of administration of Medley in {@code async}, if it runs. */
    Optional<URI> admin() {
        return Optional.ofNullable(servers.get(WebServer.MEDLEY_ASYNC)).flatMap(RunningServer::admin);
    }

    /** Warms each server on all cores, and then holds it on its core: a compiler on the core of the requests would starve. */
    void warm() throws IOException, InterruptedException {
        try (Progress.Task task = setup.progress().task("warm-up", servers.size() * 2L)) {
            for (RunningServer running : servers.values()) {
                for (boolean closing : List.of(false, true)) {
                    FileLoad.warm(target(running.uri(), running.server(), ThreadsPlan.SIZE), closing, plan.warmUp());
                    task.advance(1);
                }
            }
        }
        if (taskset != null) {
            for (RunningServer running : servers.values()) {
                for (long pid : running.pids()) {
                    taskset.holdProcess(pid, taskset.first());
                }
            }
            taskset.holdProcess(ProcessHandle.current().pid(), taskset.others());
        }
    }

    /** One round: the settings in an order of its own, each for all servers in turn. */
    void round(List<Setting> settings, int number, Windows windows, Progress.Task task)
            throws IOException, InterruptedException {
        Random order = new Random(number);
        List<Setting> shuffled = new ArrayList<>(settings);
        Collections.shuffle(shuffled, order);
        for (Setting setting : shuffled) {
            List<RunningServer> turn = new ArrayList<>(servers.values());
            Collections.shuffle(turn, order);
            for (RunningServer running : turn) {
                if (plan.measures(running.server(), setting)) {
                    windows.add(running.server(), setting, window(running, setting));
                    task.advance(1);
                }
            }
        }
    }

    private WindowFigures window(RunningServer running, Setting setting) throws IOException, InterruptedException {
        FaultProxy proxy = proxies.get(running.server());
        if (setting.series() != Series.ROUND_TRIP || proxy == null) {
            return FileLoad.run(
                    running,
                    target(running.uri(), running.server(), setting.size()),
                    setting,
                    plan.times(),
                    sources.next());
        }
        // Without a round trip too, so that nothing but its time differs.
        proxy.script(
                setting.roundTripMillis() == 0
                        ? ProxyFault.none()
                        : ProxyFault.roundTrip(Duration.ofMillis(setting.roundTripMillis())));
        return FileLoad.run(
                running, target(proxy.uri(), running.server(), setting.size()), setting, plan.times(), sources.next());
    }

    private static URI target(URI at, WebServer server, int size) {
        return at.resolve(server.path(size));
    }

    /** Gives this process all cores again. */
    void releaseCores() throws IOException, InterruptedException {
        if (taskset != null) {
            taskset.holdProcess(ProcessHandle.current().pid(), taskset.all());
        }
    }

    @Override
    public void close() throws IOException {
        proxies.values().forEach(FaultProxy::close);
        servers.values().forEach(RunningServer::close);
        files.close();
    }
}
