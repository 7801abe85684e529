package dev.medley.server.internal.trial;

import dev.medley.server.internal.declaration.ServerConfiguration;
import dev.medley.server.internal.lifecycle.RunningServer;
import dev.medley.server.internal.lifecycle.ServerBuilder;
import dev.medley.server.recording.RunReply;
import dev.medley.server.recording.RunRequest;
import dev.medley.stubs.PartnerStubs;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A run of a small mashup of its own, after which the classes are loaded that a run needs: to load them takes longer than most
 * mashups do, and the times of the first run would be those.
 */
final class WarmUp {

    private static final int RUNS = 3;
    private static final int OK = 200;

    private static final String MASHUP = """
            partners:
              stub: {url: '%s'}
            mashups:
              /warm:
                exchanges:
                  weather: {partner: stub, path: '/weather?city={$request.query.city}'}
                  hotels: {partner: stub, path: '/hotels?city={$weather.city}'}
                reply:
                  body: '{"weather": $weather, "hotels": [$hotels^(price).name]}'
            """;

    /** Classes stay loaded. */
    private static final AtomicBoolean DONE = new AtomicBoolean();

    private WarmUp() {}

    /** Runs it, unless it has been run in this JVM. */
    static void run() throws IOException, InterruptedException {
        if (DONE.getAndSet(true)) {
            return;
        }
        try (PartnerStubs stub = PartnerStubs.builder().start();
                RunningServer server = new ServerBuilder()
                        .start(RunConfiguration.local(ServerConfiguration.READER.parse(
                                "warm-up", MASHUP.formatted(stub.uri()), Map.of(), Map.of())));
                RunClient client = new RunClient(server.uri())) {
            for (int i = 0; i < RUNS; i++) {
                RunReply reply = client.send(RunRequest.get("/warm?city=Rome"));
                if (reply.status() != OK) {
                    throw new IOException("the warm-up failed: " + reply);
                }
            }
        }
    }
}
