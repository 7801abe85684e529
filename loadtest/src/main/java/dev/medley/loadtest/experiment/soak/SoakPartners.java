package dev.medley.loadtest.experiment.soak;

import dev.medley.loadtest.experiment.server.ExecutionMode;
import dev.medley.loadtest.soak.SoakPartner;
import dev.medley.loadtest.soak.TokenLines;
import dev.medley.stubs.PartnerStubs;
import dev.medley.stubs.RecordedRequest;
import dev.medley.stubs.StubAnswer;
import dev.medley.stubs.StubMisbehaviour;
import dev.medley.stubs.proxy.FaultProxy;
import dev.medley.stubs.proxy.RandomFaults;
import dev.medley.stubs.raw.Http2Misbehaviour;
import dev.medley.stubs.raw.Misbehaviour;
import dev.medley.stubs.raw.RawHttp2Partner;
import dev.medley.stubs.raw.RawPartner;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;

/**
 * The partners of a soak, in this process: one that behaves but for some answers, behind a proxy with faults for each endpoint; and
 * two that misbehave in each answer.
 */
final class SoakPartners implements AutoCloseable {

    private static final Duration MEAN_CALM = Duration.ofSeconds(4);
    private static final Duration LONGEST_FAULT = Duration.ofSeconds(4);
    private static final int SHARES = 1000;
    private static final int MOST_DELAY_MILLIS = 1_500;
    private static final int FEW_NAMES = 1_000;
    /** As many entries of a script as differ from each other in no way that matters. */
    private static final int SCRIPT = 20_000;

    /**
     * Those of ports; and those that answer a request with what a client cannot tell from its answer, as it comes when the request
     * has been sent.
     */
    private static final Set<Misbehaviour> UNSUITED = EnumSet.of(
            Misbehaviour.REFUSE,
            Misbehaviour.NEVER_ACCEPT,
            Misbehaviour.SURPLUS_BEHIND_READ,
            Misbehaviour.SURPLUS_LATER,
            Misbehaviour.SURPLUS_ON_SIGNAL);

    private static final List<StubMisbehaviour> OF_BODIES = List.of(
            StubMisbehaviour.RESET,
            StubMisbehaviour.RESET_AFTER_HEADERS,
            StubMisbehaviour.TRUNCATED_BODY,
            StubMisbehaviour.HANG_IN_BODY);

    private final Random random;
    private final PartnerStubs stubs;
    private final RawPartner raw;
    private final RawHttp2Partner rawHttp2;
    private final Map<String, FaultProxy> proxies = new LinkedHashMap<>();
    private volatile boolean faulty;

    private SoakPartners(long seed) {
        random = new Random(seed);
        stubs = PartnerStubs.builder()
                // Bodies are kept for answers only where requests are recorded.
                .recorded(1)
                .answer("GET", "/echo/{token}", this::document)
                .answer("POST", "/echo/{token}", this::document)
                .answer("GET", "/lines/{token}", this::lines)
                .start();
        raw = RawPartner.start(builder -> {
            builder.distinctNames(FEW_NAMES);
            List<Misbehaviour> kinds = Arrays.stream(Misbehaviour.values())
                    .filter(kind -> !UNSUITED.contains(kind))
                    .toList();
            random.ints(SCRIPT, 0, kinds.size()).forEach(i -> builder.then(kinds.get(i)));
        });
        List<Http2Misbehaviour> ofHttp2 = List.of(Http2Misbehaviour.values());
        rawHttp2 = RawHttp2Partner.start(
                builder -> random.ints(SCRIPT, 0, ofHttp2.size()).forEach(i -> builder.then(ofHttp2.get(i))));
        for (String name : List.of(
                SoakPartner.ORDERS,
                SoakPartner.ORDERS + "-2",
                SoakPartner.USERS,
                SoakPartner.FILES,
                SoakPartner.ARCHIVE)) {
            proxies.put(name, FaultProxy.to(stubs.uri()));
        }
    }

    /** Starts them, without faults but for the two that misbehave. */
    static SoakPartners start(long seed) {
        return new SoakPartners(seed);
    }

    /** The configuration of a server with them, which runs in an execution mode. */
    String configuration(ExecutionMode mode) {
        return """
                server:
                  port: 0
                  host: 127.0.0.1
                  execution: %s
                  admin: {port: 0}
                  access-log: false
                  deadline: 8s
                  idle-timeout: 20s
                  admission: {max-concurrent: 2000, max-queued: 100}
                partners:
                  orders:
                    urls: ["%s", "%s"]
                    timeout: 4s
                    idle-timeout: 2s
                    keep-alive: 2s
                    retries: 2
                    retry: {statuses: [503]}
                    breaker: {enabled: true}
                  users:
                    url: %s
                    protocol: h2c
                    timeout: 4s
                    idle-timeout: 2s
                    keep-alive: 2s
                    hedge: {after: 500ms}
                    http2: {ping-interval: 2s}
                  files:
                    url: %s
                    timeout: 6s
                    idle-timeout: 2s
                    keep-alive: 2s
                  archive:
                    url: %s
                    protocol: h2c
                    timeout: 6s
                    idle-timeout: 2s
                    keep-alive: 2s
                    http2: {ping-interval: 2s}
                  raw:
                    url: %s
                    timeout: 2s
                    keep-alive: 2s
                    limits: {max-body: 1MiB}
                  raw-http2:
                    url: %s
                    protocol: h2c
                    timeout: 2s
                    connect-timeout: 1s
                    keep-alive: 2s
                    limits: {max-body: 1MiB}
                    http2: {ping-interval: 2s}
                """.formatted(
                        mode.configured(),
                        url(SoakPartner.ORDERS),
                        url(SoakPartner.ORDERS + "-2"),
                        url(SoakPartner.USERS),
                        url(SoakPartner.FILES),
                        url(SoakPartner.ARCHIVE),
                        raw.uri(),
                        rawHttp2.uri());
    }

    private String url(String name) {
        return Objects.requireNonNull(proxies.get(name), name).uri().toString();
    }

    /** Begins the faults of network and answers. */
    void beginFaults() {
        faulty = true;
        proxies.values().forEach(proxy -> proxy.begin(new RandomFaults(random.nextLong(), MEAN_CALM, LONGEST_FAULT)));
    }

    /** Ends them. */
    void calm() {
        faulty = false;
        proxies.values().forEach(FaultProxy::calm);
    }

    /** The faults of the network so far, by kind. */
    Map<RandomFaults.Kind, Long> faults() {
        Map<RandomFaults.Kind, Long> sum = new EnumMap<>(RandomFaults.Kind.class);
        proxies.values().forEach(proxy -> proxy.episodes().forEach((kind, count) -> sum.merge(kind, count, Long::sum)));
        return sum;
    }

    private StubAnswer document(RecordedRequest request) {
        String token = token(request);
        long length = request.bodyLength();
        boolean right = Arrays.equals(request.bytes(), TokenLines.of(token, Math.toIntExact(length)));
        String json = "{\"token\":\"%s\",\"bytes\":%d,\"right\":%b}".formatted(token, length, right);
        return sometimesFailing(StubAnswer.json(200, json), List.of(StubMisbehaviour.values()));
    }

    private StubAnswer lines(RecordedRequest request) {
        int size = Integer.parseInt(String.valueOf(request.parameter("size")));
        // Half of a document would be a complete body.
        return sometimesFailing(StubAnswer.body(200, "text/plain", TokenLines.of(token(request), size)), OF_BODIES);
    }

    private StubAnswer sometimesFailing(StubAnswer answer, List<StubMisbehaviour> misbehaviours) {
        int share = faulty ? random.nextInt(SHARES) : SHARES;
        if (share < 2) {
            // Seldom: it keeps all requests from the endpoint for a second.
            return StubAnswer.status(503).header("Retry-After", "1");
        }
        if (share < 30) {
            return StubAnswer.status(500 + random.nextInt(5));
        }
        if (share < 50) {
            return StubAnswer.misbehaviour(misbehaviours.get(random.nextInt(misbehaviours.size())));
        }
        return share < 80 ? answer.delay(Duration.ofMillis(random.nextInt(MOST_DELAY_MILLIS))) : answer;
    }

    private static String token(RecordedRequest request) {
        String path = request.path();
        return path.substring(path.lastIndexOf('/') + 1);
    }

    @Override
    public void close() {
        proxies.values().forEach(FaultProxy::close);
        raw.close();
        rawHttp2.close();
        stubs.close();
    }
}
