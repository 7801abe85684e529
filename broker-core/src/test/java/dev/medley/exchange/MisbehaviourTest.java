package dev.medley.exchange;

import static dev.medley.exchange.BrokerRig.at;
import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.partner.PartnerSettings;
import dev.medley.stubs.raw.Misbehaviour;
import dev.medley.stubs.raw.RawPartner;
import dev.medley.stubs.tls.CertificateAuthority;
import dev.medley.thread.internal.Soon;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/**
 * Everything that a partner can do wrong by HTTP/1.1, in the clear: alone, by the dozen and mixed. Over TLS in a class of its own,
 * which another JVM can run meanwhile: these take longer than any others.
 */
class MisbehaviourTest {

    /** The way to the partner. */
    enum Carrier {
        TCP,
        TLS
    }

    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final Duration REAL_CONNECT_TIMEOUT = Duration.ofMillis(500);

    /** The time that passes between two checks; handshakes are real, and take theirs. */
    private static final Duration QUICKLY = Duration.ofMillis(100);

    private static final Duration SLOWLY = Duration.ofMillis(5);
    private static final int MOST_BYTES = 64 * 1024;
    private static final int MANY = 50;
    private static final int MIXED = 1_000;

    /**
     * All that let requests arrive, but for those whose surplus may answer the next request on the connection, and for a
     * document larger than the limit of the test.
     */
    private static final List<Misbehaviour> MIXABLE = List.copyOf(EnumSet.complementOf(EnumSet.of(
            Misbehaviour.REFUSE,
            Misbehaviour.NEVER_ACCEPT,
            Misbehaviour.SURPLUS_BEHIND_READ,
            Misbehaviour.SURPLUS_LATER,
            Misbehaviour.SURPLUS_ON_SIGNAL,
            Misbehaviour.MANY_NAMES)));

    /** Those that answer well and then close a connection which may be in use again. */
    private static final Set<Misbehaviour> CLOSING = EnumSet.of(
            Misbehaviour.CLOSE_AFTER_RESPONSE, Misbehaviour.CLOSE_WHILE_IDLE, Misbehaviour.HALF_CLOSE_WHILE_IDLE);

    @TempDir
    private static Path folder;

    private static CertificateAuthority authority;

    @RegisterExtension
    final BrokerRig rig = new BrokerRig();

    /** How the partner is reached in this class. */
    Carrier carrier() {
        return Carrier.TCP;
    }

    @BeforeAll
    static void createAuthority() {
        authority = CertificateAuthority.create(folder, "authority");
    }

    /** The end of an exchange that expects JSON and has one attempt. */
    private static Expected expected(Misbehaviour misbehaviour) {
        return switch (misbehaviour) {
            case OK,
                    UNSOLICITED_100,
                    CLOSE_AFTER_RESPONSE,
                    EARLY_RESPONSE,
                    CONTENT_LENGTH_TOO_SHORT,
                    SURPLUS_BEHIND_READ,
                    SURPLUS_LATER,
                    SURPLUS_ON_SIGNAL,
                    CLOSE_WHILE_IDLE,
                    HALF_CLOSE_WHILE_IDLE,
                    CHUNKED_IN_HTTP_1_0,
                    BODY_ON_204,
                    MANY_NAMES -> new Expected(Outcome.COMPLETED, Set.of());
            case REFUSE -> new Expected(Outcome.FAILED, Set.of(Reason.CONNECT_FAILED));
            case NEVER_ACCEPT -> new Expected(Outcome.FAILED, Set.of(Reason.CONNECT_TIMEOUT));
            case RESET_ON_ACCEPT ->
                // Whether it has been established before it is reset, is a matter of luck.
                new Expected(
                        Outcome.FAILED,
                        Set.of(Reason.CONNECT_FAILED, Reason.CONNECTION_FAILED, Reason.TLS_HANDSHAKE_FAILED));
            case RESET_BEFORE_HEADERS,
                    RESET_IN_HEADERS,
                    RESET_IN_BODY,
                    CLOSE_BEFORE_HEADERS,
                    CLOSE_IN_HEADERS,
                    CLOSE_IN_BODY,
                    ENDLESS_HEADERS,
                    DUPLICATE_CONTENT_LENGTH,
                    CONTENT_LENGTH_AND_TRANSFER_ENCODING,
                    BAD_CHUNK,
                    NEGATIVE_CHUNK_SIZE,
                    OVERFLOWING_CHUNK_SIZE,
                    GZIP_TRANSFER_CODING,
                    UNKNOWN_TRANSFER_CODING,
                    STATUS_LINE_OF_HTTP_2_0,
                    STATUS_LINE_OF_HTTP_3_7,
                    TRUNCATED_CHUNKS,
                    NOT_HTTP,
                    FLOOD_OF_1XX,
                    HUGE_HEADERS -> new Expected(Outcome.FAILED, Set.of(Reason.CONNECTION_FAILED));
            case ENDLESS_BODY -> new Expected(Outcome.FAILED, Set.of(Reason.BODY_TOO_LARGE));
            case BROKEN_JSON, TRUNCATED_JSON, BAD_UTF8, DEEP_JSON ->
                new Expected(Outcome.FAILED, Set.of(Reason.BROKEN_JSON));
            case REDIRECT_LOOP, EARLY_413 -> new Expected(Outcome.FAILED, Set.of(Reason.UNEXPECTED_STATUS));
            case DRIP_HEADERS, DRIP_BODY, NEVER_ANSWER, CONTENT_LENGTH_TOO_LONG ->
                new Expected(Outcome.EXPIRED, Set.of(Reason.TIMEOUT));
        };
    }

    @ParameterizedTest
    @EnumSource(
            mode = Mode.EXCLUDE,
            names = {
                "SURPLUS_BEHIND_READ", // a buffer is not given back
                "SURPLUS_LATER", // answers the next request on the connection
                "SURPLUS_ON_SIGNAL", // the same
                "GZIP_TRANSFER_CODING", // taken for plain JSON
                "STATUS_LINE_OF_HTTP_2_0", // accepted
                "MANY_NAMES" // answers with a document of its own
            })
    void endsAsItShould(Misbehaviour misbehaviour) {
        endAsTheyShould(misbehaviour, 1);
    }

    @ParameterizedTest
    @EnumSource(
            mode = Mode.EXCLUDE,
            names = {
                "SURPLUS_BEHIND_READ", // a buffer is not given back
                "SURPLUS_LATER", // answers the next request on the connection
                "SURPLUS_ON_SIGNAL", // the same
                "GZIP_TRANSFER_CODING", // taken for plain JSON
                "STATUS_LINE_OF_HTTP_2_0", // accepted
                "MANY_NAMES" // answers with a document of its own
            })
    void leavesNothingBehindWhenThereIsMuchOfIt(Misbehaviour misbehaviour) {
        endAsTheyShould(misbehaviour, many());
    }

    @Test
    void allMixedLeaveNothingBehind() {
        Misbehaviour[] script = new Random(1)
                .ints(MIXED, 0, MIXABLE.size())
                .mapToObj(MIXABLE::get)
                .toArray(Misbehaviour[]::new);
        RawPartner partner = raw(choices -> {
            choices.dripInterval(Duration.ofMillis(1));
            List.of(script).forEach(choices::then);
            choices.then(Misbehaviour.OK);
        });
        rig.start(settings(partner)
                .maxConnections(MANY)
                .limits(l -> l.maxBody(MOST_BYTES).maxQueued(MIXED)));
        List<RecordingListener> exchanges = IntStream.range(0, MIXED)
                .mapToObj(i -> rig.start(
                        i % 4 == 0
                                ? rig.exchange().post("/").body(Bodies.small()).expectJson()
                                : rig.exchange().get("/").expectJson()))
                .toList();
        // Before the clock moves: on a busy machine it could expire all others.
        Soon.until(
                "one has completed, and one has failed",
                () -> exchanges.stream()
                                .map(exchange -> exchange.exchange().outcome())
                                .filter(outcome -> outcome == Outcome.COMPLETED || outcome == Outcome.FAILED)
                                .distinct()
                                .count()
                        == 2);
        Soon.until("all ends", () -> {
            rig.clock().advance(carrier() == Carrier.TLS ? SLOWLY : QUICKLY);
            return exchanges.stream()
                    .allMatch(exchange -> exchange.exchange().state().isEnd());
        });
        for (RecordingListener exchange : exchanges) {
            exchange.awaitEnd();
            if (exchange.exchange().outcome() == Outcome.COMPLETED) {
                assertIsWhole(exchange.response());
            }
        }
        rig.assertNothingLeft();
        assertOnlyIdleConnectionsAreOpen(partner);
        assertThat(exchanges)
                .extracting(exchange -> exchange.exchange().outcome())
                .contains(Outcome.COMPLETED, Outcome.FAILED);
    }

    /** A handshake takes 80 ms here, where the JVM compiles for a fast start. */
    private int many() {
        return carrier() == Carrier.TLS ? 12 : MANY;
    }

    private void endAsTheyShould(Misbehaviour misbehaviour, int times) {
        RawPartner partner =
                raw(choices -> choices.then(misbehaviour).distinctNames(1_000).dripInterval(interval(misbehaviour)));
        rig.start(settings(partner)
                .connectTimeout(misbehaviour == Misbehaviour.NEVER_ACCEPT ? REAL_CONNECT_TIMEOUT : TIMEOUT)
                .limits(l -> l.maxBody(mostBytes(misbehaviour)))
                .maxConnections(MANY)
                .retry(r -> r.connectRetries(0))
                // A connection may be taken again before it is seen that the partner has closed it.
                .retries(CLOSING.contains(misbehaviour) ? many() : 0));
        Expected expected = expected(misbehaviour);
        List<RecordingListener> exchanges = new ArrayList<>();
        for (int i = 0; i < times; i++) {
            exchanges.add(rig.start(rig.exchange().get("/").expectJson()));
        }
        if (expected.outcome == Outcome.EXPIRED) {
            Soon.until("all requests", () -> partner.requests() == times);
            exchanges.forEach(exchange -> exchange.await(Event.WAITING_FOR_RESPONSE));
            rig.pass(TIMEOUT);
        }
        for (RecordingListener exchange : exchanges) {
            exchange.awaitEnd();
            ExchangeException failure = exchange.exchange().failure();
            assertThat(exchange.exchange().outcome()).as("%s", failure).isEqualTo(expected.outcome);
            if (failure != null) {
                assertThat(failure.reason()).as("%s", failure).isIn(expected.reasons);
            }
            if (expected.outcome == Outcome.COMPLETED) {
                assertIsWhole(exchange.response());
            }
        }
        rig.assertNothingLeft();
        assertOnlyIdleConnectionsAreOpen(partner);
    }

    /** A 204 ends with its head: what comes then belongs to no response. */
    private static void assertIsWhole(PartnerResponse response) {
        assertThat(response.text().strip())
                .isEqualTo(response.status() == 204 ? "" : "{\"partner\":0,\"status\":\"ok\"}");
    }

    private RawPartner raw(Consumer<RawPartner.Builder> choices) {
        return rig.raw(builder -> {
            choices.accept(builder);
            if (carrier() == Carrier.TLS) {
                builder.tls(authority);
            }
        });
    }

    private PartnerSettings.Builder settings(RawPartner partner) {
        PartnerSettings.Builder settings = at(partner.uri()).timeout(TIMEOUT);
        return carrier() == Carrier.TLS ? settings.tls(tls -> tls.trust(authority.certificate())) : settings;
    }

    /** A document of 100,000 levels is also long, and should fail for its depth. */
    private static int mostBytes(Misbehaviour misbehaviour) {
        return misbehaviour == Misbehaviour.DEEP_JSON ? 8 * MOST_BYTES : MOST_BYTES;
    }

    private void assertOnlyIdleConnectionsAreOpen(RawPartner partner) {
        Soon.asserted(() -> assertThat(partner.open())
                .as("connections that the partner sees")
                .isEqualTo(rig.partner().connections().idle()));
    }

    /** Drips are so slow that nothing comes but the first byte; otherwise it is for how long a reset waits. */
    private static Duration interval(Misbehaviour misbehaviour) {
        boolean drips = misbehaviour == Misbehaviour.DRIP_HEADERS || misbehaviour == Misbehaviour.DRIP_BODY;
        return drips ? Duration.ofHours(1) : Duration.ofMillis(10);
    }

    private record Expected(Outcome outcome, Set<Reason> reasons) {}
}
