package dev.medley.server.internal.trial;

import dev.medley.exchange.Broker;
import dev.medley.exchange.internal.DefaultBroker;
import dev.medley.server.internal.replay.ExchangeEnds;
import dev.medley.server.internal.replay.ExchangeTimes;
import dev.medley.server.internal.replay.ExchangeWatch;
import dev.medley.server.internal.replay.Recorder;
import dev.medley.server.internal.replay.Replay;
import dev.medley.server.internal.replay.Replayed;
import dev.medley.server.recording.Recording;
import dev.medley.server.recording.RunReply;
import dev.medley.server.recording.RunRequest;
import dev.medley.stubs.PartnerStubs;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Runs the mashups of a server, to record a run or to replay it; one run at a time, and while no other request is answered. To be
 * made once for a server, because that keeps its observers.
 */
public final class Runs implements AutoCloseable {

    /** What the end of the last exchanges takes, that are cancelled once the reply is decided. */
    private static final Duration REST = Duration.ofSeconds(5);

    private final DefaultBroker broker;
    private final ExchangeWatch watch;
    private final RunClient client;

    /** Sends a request. */
    public interface Sending<T> {

        /** Sends it, and returns the reply. */
        T send() throws IOException, InterruptedException;
    }

    /** Creates the runs of the server at {@code uri}, which is running with {@code broker}. */
    public Runs(Broker broker, URI uri) {
        this.broker = (DefaultBroker) broker;
        watch = ExchangeWatch.of(this.broker);
        client = new RunClient(uri);
    }

    /**
     * Sends a request, and returns what its exchanges got.
     *
     * @param mashup template of the mashup's path, for the recording
     * @throws IllegalArgumentException if the request cannot be sent
     * @throws IOException if there is no complete reply
     */
    public Recording run(String mashup, RunRequest request) throws IOException, InterruptedException {
        return run(mashup, request, new Recorder(false, broker.clock()));
    }

    /**
     * As {@link #run}, to be replayed: exchanges end one at a time, so that their order is that in which the code of the mashup
     * was told of their ends.
     *
     * @throws IOException if the reply is larger than 16 MiB as well
     */
    public Recording record(String mashup, RunRequest request) throws IOException, InterruptedException {
        Recording recording = run(mashup, request, new Recorder(true, broker.clock()));
        if (!recording.reply().body().isWhole()) {
            throw new IOException("the reply has %d bytes; expected at most %d, which a recording can have"
                    .formatted(recording.reply().body().length(), RunClient.MAX_KEPT));
        }
        return recording;
    }

    private Recording run(String mashup, RunRequest request, Recorder recorder)
            throws IOException, InterruptedException {
        watch.tell(recorder);
        try {
            long zeroNanos = broker.clock().nanoTime();
            RunReply reply = client.send(request);
            double tookMs = ExchangeTimes.millis(broker.clock().nanoTime() - zeroNanos);
            watch.awaitNone(REST);
            return new Recording(mashup, request, reply, tookMs, recorder.exchanges(zeroNanos));
        } finally {
            watch.tell(ExchangeEnds.NONE);
        }
    }

    /** As {@link #replay(Recording, Map, Sending)}, by the request of the recording. */
    Replayed<RunReply> replay(Recording recording, RunPartners partners) throws IOException, InterruptedException {
        return replay(recording, partners.stubs(), partners.unreachable(), () -> client.send(recording.request()));
    }

    /**
     * Sends a request while stubs answer as recorded, in the recorded order.
     *
     * @param stubs at which the server has its partners, by their names; they are as before when this returns
     * @param request sends the request of the recording, and returns the reply
     * @throws IllegalArgumentException if the recording has a partner without stubs, or cannot be replayed
     */
    public <T> Replayed<T> replay(Recording recording, Map<String, PartnerStubs> stubs, Sending<T> request)
            throws IOException, InterruptedException {
        return replay(recording, stubs, Set.of(), request);
    }

    private <T> Replayed<T> replay(
            Recording recording, Map<String, PartnerStubs> stubs, Set<String> unreachable, Sending<T> request)
            throws IOException, InterruptedException {
        Set<String> partners = new LinkedHashSet<>(stubs.keySet());
        partners.addAll(unreachable);
        checkPartners(recording, partners);
        try (Replay replay = new Replay(recording, unreachable, broker.clock(), Replay.PATIENCE)) {
            stubs.forEach((partner, stub) -> stub.answerAll(received -> replay.answer(partner, received)));
            watch.tell(replay);
            long zeroNanos = broker.clock().nanoTime();
            T reply = request.send();
            double tookMs = ExchangeTimes.millis(broker.clock().nanoTime() - zeroNanos);
            watch.awaitNone(REST);
            return new Replayed<>(reply, tookMs, replay.exchanges(zeroNanos), replay.differences(), replay.notes());
        } finally {
            watch.tell(ExchangeEnds.NONE);
            stubs.values().forEach(stub -> stub.answerAll(null));
        }
    }

    private static void checkPartners(Recording recording, Set<String> partners) {
        Set<String> unknown = new TreeSet<>();
        recording.exchanges().forEach(exchange -> unknown.add(exchange.partner()));
        unknown.removeAll(partners);
        if (!unknown.isEmpty()) {
            throw new IllegalArgumentException(
                    "the recording has exchanges with %s; expected partners of the server: %s"
                            .formatted(
                                    String.join(", ", unknown),
                                    partners.isEmpty() ? "none" : String.join(", ", partners)));
        }
    }

    @Override
    public void close() {
        client.close();
    }
}
