package dev.medley.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.connection.HandPartner;
import dev.medley.connection.Protocol;
import dev.medley.connection.ProtocolChoice;
import dev.medley.connection.internal.pool.ConnectionCounts;
import dev.medley.exchange.internal.DefaultBroker;
import dev.medley.exchange.internal.DefaultBrokerBuilder;
import dev.medley.exchange.internal.DefaultExchangeBuilder;
import dev.medley.partner.AddressUse;
import dev.medley.partner.EndpointSettings;
import dev.medley.partner.EndpointUrl;
import dev.medley.partner.PartnerSettings;
import dev.medley.partner.RetrySettings;
import dev.medley.partner.internal.Partner;
import dev.medley.partner.internal.PartnerParts;
import dev.medley.stubs.PartnerStubs;
import dev.medley.stubs.proxy.FaultProxy;
import dev.medley.stubs.raw.Http2Misbehaviour;
import dev.medley.stubs.raw.Misbehaviour;
import dev.medley.stubs.raw.RawHttp2Partner;
import dev.medley.stubs.raw.RawPartner;
import dev.medley.thread.internal.CountedPool;
import dev.medley.thread.internal.ManualClock;
import dev.medley.thread.internal.Soon;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A broker for one test, over real sockets and with a clock that the test moves; and the partners that it talks to.
 *
 * <p>After the test it checks that every exchange has ended and was reported as it should be, that no permit, connection,
 * place in a queue, scheduled task, buffer or thread is left, and that no defect was logged.
 */
final class BrokerRig implements AfterEachCallback {

    /** The protocol between the broker and the partners of {@link #hand()} and {@link #stubs()}, and what selects for it. */
    enum Way {
        HTTP_1_1,
        HTTP_1_1_WITHOUT_LOOPS,
        H2C
    }

    /** The name of the partner of most tests. */
    static final String PARTNER = "partner";

    /** Retries without a pause. */
    static final Consumer<RetrySettings.Builder> AT_ONCE =
            retry -> retry.backoff(Duration.ZERO).maxBackoff(Duration.ZERO);

    private static final Duration BEYOND_THE_TEST = Duration.ofMinutes(10);

    private final Way way;
    private final CountedPool pool;
    private final ManualClock clock;
    private final Deque<AutoCloseable> played = new ArrayDeque<>();
    private final List<RawPartner> deaf = new ArrayList<>();
    private final LoggedDefects defects = LoggedDefects.watch();
    private final List<RecordingListener> listeners = new CopyOnWriteArrayList<>();
    private @Nullable DefaultBroker broker;

    BrokerRig() {
        this(Way.HTTP_1_1);
    }

    BrokerRig(Way way) {
        this(way, way == Way.HTTP_1_1_WITHOUT_LOOPS ? CountedPool.startWithoutLoops() : CountedPool.start());
    }

    BrokerRig(Way way, CountedPool pool) {
        this.way = way;
        this.pool = pool;
        clock = new ManualClock(pool.pool());
    }

    // ---- Partners. ----------------------------------------------------------------------------------------------

    /** Skips the test, except over HTTP/1.1. */
    void assumeHttp11(String reason) {
        Assumptions.assumeTrue(way != Way.H2C, reason);
    }

    /** A partner that the test plays. */
    HandPartner hand() {
        return toBeClosed(way == Way.H2C ? HandPartner.openHttp2() : HandPartner.open());
    }

    /** A partner that does this to each request in turn, and goes on with the last. */
    RawPartner raw(Misbehaviour... inTurn) {
        boolean ofAnyProtocol = List.of(inTurn).stream()
                .allMatch(entry -> entry == Misbehaviour.NEVER_ACCEPT || entry == Misbehaviour.REFUSE);
        if (!ofAnyProtocol) {
            assumeHttp11("the partner misbehaves by HTTP/1.1; Http2MisbehaviourTest has the misbehaviours of HTTP/2");
        }
        return toBeClosed(RawPartner.script(inTurn));
    }

    /**
     * A partner that does not react to attempts to connect, until {@link #wakeDeaf()}. Jetty's own time-out, which is
     * real, is put off beyond the end of the test, so that nothing ends such an attempt but the clock that the test moves.
     */
    RawPartner deaf() {
        RawPartner made = raw(Misbehaviour.NEVER_ACCEPT);
        deaf.add(made);
        return made;
    }

    /** Closes the deaf partners, which refuses all connects from now on. */
    void wakeDeaf() {
        deaf.forEach(RawPartner::close);
        deaf.clear();
    }

    /** A partner that misbehaves as chosen. */
    RawPartner raw(Consumer<RawPartner.Builder> choices) {
        assumeHttp11("the partner misbehaves by HTTP/1.1; Http2MisbehaviourTest has the misbehaviours of HTTP/2");
        return toBeClosed(RawPartner.start(choices));
    }

    /** A partner that speaks HTTP/2 in the clear, and does this to each request in turn, and goes on with the last. */
    RawHttp2Partner rawHttp2(Http2Misbehaviour... inTurn) {
        return toBeClosed(RawHttp2Partner.script(inTurn));
    }

    /** A partner that speaks HTTP/2 and misbehaves as chosen. */
    RawHttp2Partner rawHttp2(Consumer<RawHttp2Partner.Builder> choices) {
        return toBeClosed(RawHttp2Partner.start(choices));
    }

    /** Partners that behave. */
    PartnerStubs stubs() {
        return stubs(PartnerStubs.builder());
    }

    /** Partners that behave, built as chosen. */
    PartnerStubs stubs(PartnerStubs.Builder chosen) {
        return toBeClosed(chosen.threads(2).start());
    }

    /** A network to {@code partner} that has faults. */
    FaultProxy proxy(URI partner) {
        return toBeClosed(FaultProxy.to(partner));
    }

    /** The settings of the partner at {@code url}, whose connections stay open. */
    static PartnerSettings.Builder at(Object url) {
        return named(PARTNER, url);
    }

    /**
     * The same, by another name. Jetty's time to connect is real: it is long, for a machine that is busy. Retries do not wait,
     * since the clock does not move by itself.
     */
    static PartnerSettings.Builder named(String name, Object url) {
        return calm(PartnerSettings.of(name, url.toString()));
    }

    /** The settings of a partner with an endpoint at each of {@code urls}, whose connections stay open. */
    static PartnerSettings.Builder atAll(EndpointUrl... urls) {
        return calm(PartnerSettings.of(PARTNER, urls));
    }

    /** The same, at each of {@code urls}. */
    static PartnerSettings.Builder atAll(URI... urls) {
        return atAll(Stream.of(urls).map(url -> EndpointUrl.of(url.toString())).toArray(EndpointUrl[]::new));
    }

    private static PartnerSettings.Builder calm(PartnerSettings.Builder settings) {
        return settings.keepAlive(Duration.ZERO)
                .retry(AT_ONCE)
                .connectTimeout(Soon.PATIENCE)
                .http2(h -> h.pingInterval(Duration.ZERO));
    }

    // ---- The broker. --------------------------------------------------------------------------------------------

    /** Starts a broker that knows these partners. */
    DefaultBroker start(PartnerSettings.Builder... partners) {
        DefaultBrokerBuilder builder = DefaultBroker.builder()
                .partners(Stream.of(partners).map(this::byThisWay).toList());
        if (!deaf.isEmpty()) {
            // The longest time-out of all partners is Jetty's.
            builder.partner(named("patient", "http://127.0.0.1:1")
                    .connectTimeout(BEYOND_THE_TEST)
                    .build());
        }
        return start(builder);
    }

    /** Starts a broker that knows one partner, of other parts than its settings ask for. */
    DefaultBroker start(PartnerSettings.Builder partner, UnaryOperator<PartnerParts> parts) {
        PartnerSettings settings = byThisWay(partner);
        return start(DefaultBroker.builder().partner(settings, parts.apply(PartnerParts.of(settings, clock))));
    }

    /** As many exchanges at a time as by HTTP/1.1, on one connection. */
    PartnerSettings byThisWay(PartnerSettings.Builder partner) {
        PartnerSettings given = partner.build();
        if (way != Way.H2C) {
            return given;
        }
        return partner.protocol(ProtocolChoice.H2C)
                .http2(h -> h.connections(1).maxStreams(given.maxConnections()))
                .build();
    }

    /** Starts a broker with the pool and the clock of this rig. */
    DefaultBroker start(DefaultBrokerBuilder builder) {
        DefaultBroker made = builder.pool(pool.pool()).clock(clock).build();
        broker = made.start();
        return made;
    }

    DefaultBroker broker() {
        return Objects.requireNonNull(broker, "not started");
    }

    Partner partner() {
        return broker().partner(PARTNER);
    }

    ManualClock clock() {
        return clock;
    }

    /** Moves the clock by {@code duration} once all queues are idle, and runs the tasks that are due. */
    void pass(Duration duration) {
        awaitRest();
        clock.advance(duration);
        awaitRest();
    }

    private void awaitRest() {
        Soon.until("rest", () -> listeners.stream().allMatch(RecordingListener::isAtRest));
    }

    // ---- Exchanges. ---------------------------------------------------------------------------------------------

    /** Begins an exchange. */
    DefaultExchangeBuilder exchange() {
        return broker().exchange(PARTNER);
    }

    /** A listener that is checked after the test. */
    RecordingListener listener() {
        return listener(false);
    }

    /** The same, for an exchange that joins a call. */
    RecordingListener listener(boolean completeCall) {
        RecordingListener made = new RecordingListener(new EventRules(broker().partners(), completeCall));
        listeners.add(made);
        return made;
    }

    /** Starts the exchange and records it. */
    RecordingListener start(DefaultExchangeBuilder builder) {
        return start(builder, listener());
    }

    /** Starts the exchange and records it. */
    RecordingListener start(DefaultExchangeBuilder builder, RecordingListener listener) {
        listener.observe(builder.listener(listener).start());
        return listener;
    }

    /** Starts a GET and records it. */
    RecordingListener get(String target) {
        return start(exchange().get(target));
    }

    // ---- The end. -----------------------------------------------------------------------------------------------

    @Override
    public void afterEach(ExtensionContext context) throws Exception {
        boolean passed = context.getExecutionException().isEmpty();
        try {
            wakeDeaf();
            if (passed) {
                assertNothingLeft();
            }
        } finally {
            closeAll();
        }
        if (passed) {
            pool.assertNoBufferOut();
            defects.assertNone();
        }
    }

    /** Checks that all exchanges have ended as they should, and soon leave nothing behind. */
    void assertNothingLeft() {
        listeners.forEach(RecordingListener::awaitEnd);
        Soon.asserted(() -> {
            broker().partners().forEach(BrokerRig::assertUnused);
            // A health check, which has no listener, may be about to end.
            assertThat(clock.alarms()).as("alarms").isLessThanOrEqualTo(alarmsAllowed());
        });
        listeners.forEach(RecordingListener::assertLegal);
        pool.assertThreadsWithinBound();
    }

    private int alarmsAllowed() {
        return broker().partners().stream().mapToInt(BrokerRig::alarmsAllowed).sum();
    }

    /** One if the partner's idle connections expire, for each connection that pings, for health checks, for each name. */
    private static int alarmsAllowed(Partner partner) {
        int expiry = partner.settings().keepAlive().isZero() ? 0 : 1;
        boolean pings = partner.protocol() == Protocol.HTTP_2
                && !partner.settings().http2().pingInterval().isZero();
        int checks = partner.settings().healthCheck().path() == null ? 0 : 1;
        EndpointSettings endpoints = partner.settings().endpoints();
        int refreshes = endpoints.srv() != null || endpoints.addresses() == AddressUse.ALL
                ? partner.settings().urls().size()
                : 0;
        int own = expiry + checks + refreshes;
        return pings ? own + partner.connections().open() : own;
    }

    private static void assertUnused(Partner partner) {
        ConnectionCounts connections = partner.connections();
        assertThat(partner.permitsUsed()).as("permits used").isZero();
        assertThat(partner.queued()).as("queued").isZero();
        assertThat(connections.opening()).as("connections opening").isZero();
        assertThat(connections.open() - connections.idle())
                .as("connections in use")
                .isZero();
    }

    private void closeAll() throws Exception {
        defects.end();
        DefaultBroker open = broker;
        if (open != null) {
            open.close();
        }
        pool.close();
        while (!played.isEmpty()) {
            played.pop().close();
        }
    }

    private <T extends AutoCloseable> T toBeClosed(T partner) {
        played.push(partner);
        return partner;
    }
}
