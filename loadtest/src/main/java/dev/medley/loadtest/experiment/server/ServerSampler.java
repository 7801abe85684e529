package dev.medley.loadtest.experiment.server;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Samples a server once a second, over its administration and in /proc, until it is closed. It counts samples that fail.
 * Thread-safe.
 */
public final class ServerSampler implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ServerSampler.class);
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Pattern HEAP =
            Pattern.compile("^jvm_memory_used_bytes\\{[^}]*area=\"heap\"[^}]*} (\\S+)$", Pattern.MULTILINE);
    private static final Duration ANSWER_WITHIN = Duration.ofSeconds(5);
    private static final int OK = 200;
    private static final double MEGA = 1024.0 * 1024;

    private final URI admin;
    private final long pid;
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(job -> {
        Thread thread = new Thread(job, "sampler");
        thread.setDaemon(true);
        return thread;
    });
    private final List<ServerSample> samples = new CopyOnWriteArrayList<>();
    private final AtomicLong lost = new AtomicLong();
    private final Instant startedAt = Instant.now();
    private final long start = System.nanoTime();

    ServerSampler(URI admin, long pid) {
        this.admin = admin;
        this.pid = pid;
    }

    static ServerSampler start(URI admin, long pid) {
        ServerSampler sampler = new ServerSampler(admin, pid);
        sampler.begin();
        return sampler;
    }

    /** Takes a sample now, beside those of every second. */
    public ServerSample now() throws IOException, InterruptedException {
        return sample(status(), get("/metrics"));
    }

    /** Takes a sample now, with what a soak looks at besides. */
    public SoakSample soakSample() throws IOException, InterruptedException {
        JsonNode status = status();
        String metrics = get("/metrics");
        return SoakSample.of(sample(status, metrics), status, metrics);
    }

    private JsonNode status() throws IOException, InterruptedException {
        return JSON.readTree(get("/status"));
    }

    private ServerSample sample(JsonNode status, String metrics) {
        JsonNode threads = status.path("threads");
        JsonNode outbound = status.path("outbound");
        return new ServerSample(
                startedAt.plusNanos(System.nanoTime() - start),
                ProcessFacts.of(pid),
                heapMegabytes(metrics),
                threads.path("leased").asDouble(),
                threads.path("started").asDouble(),
                status.path("inbound").path("inFlight").asDouble(),
                outbound.path("inFlight").asDouble(),
                outbound.path("connections").path("open").asDouble(),
                law(status));
    }

    /** Returns what the server has done so far. It costs the server less than a sample. */
    public WorkDone workDone() throws IOException, InterruptedException {
        LawTotals law = law(status());
        return new WorkDone(law.answered(), ProcessFacts.of(pid).cpuSeconds());
    }

    private static LawTotals law(JsonNode status) {
        return LawTotals.of(status.path("law").path("sinceStart"));
    }

    /** All samples so far. */
    public ServerSamples samples() {
        return new ServerSamples(startedAt, samples, lost.get());
    }

    @Override
    public void close() {
        clock.shutdownNow();
    }

    @SuppressWarnings("FutureReturnValueIgnored") // It goes on until the clock is shut down.
    private void begin() {
        // With a delay, not at a fixed rate: after a slow sample, a burst of samples would have no time between them.
        clock.scheduleWithFixedDelay(this::look, 0, 1, TimeUnit.SECONDS);
    }

    /** Takes the sample of a second, or counts it as lost. It throws nothing: that would be the end of all looks. */
    void look() {
        try {
            samples.add(now());
        } catch (IOException | RuntimeException | Error x) {
            // A server that has broken down does not answer: the gap in the series is the finding.
            lost.incrementAndGet();
            LOG.debug("no sample", x);
        } catch (InterruptedException x) {
            Thread.currentThread().interrupt();
        }
    }

    private String get(String path) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(admin.resolve(path))
                .timeout(ANSWER_WITHIN)
                .build();
        HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
        if (response.statusCode() != OK) {
            throw new IOException(path + " was answered with status " + response.statusCode());
        }
        return response.body();
    }

    private static double heapMegabytes(String metrics) {
        double bytes = 0;
        Matcher matcher = HEAP.matcher(metrics);
        while (matcher.find()) {
            bytes += Double.parseDouble(matcher.group(1));
        }
        return bytes / MEGA;
    }
}
