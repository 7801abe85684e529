package dev.medley.exchange;

import static dev.medley.exchange.BrokerRig.at;
import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.account.internal.ClientAccount;
import dev.medley.connection.HandConnection;
import dev.medley.connection.HandPartner;
import dev.medley.connection.RequestBody;
import dev.medley.context.RequestId;
import dev.medley.context.RequestIds;
import dev.medley.exchange.internal.DefaultExchangeBuilder;
import dev.medley.exchange.internal.request.RequestContext;
import dev.medley.thread.internal.ExecutionTarget;
import dev.medley.thread.internal.Soon;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Attempts at a partner that has a cache count in the account of the client that they are made for. */
class CachedAttemptsTest {

    private static final int PERMITS = 4;
    private static final int MANY = 100;
    /** The attempts of a small mashup. */
    private static final int SMALL = 8;
    /** A client may have so many before others go first. */
    private static final int FEW = 16;

    @RegisterExtension
    final BrokerRig rig = new BrokerRig();

    private final CacheSteps cache = new CacheSteps(rig);
    private final HandPartner partner = rig.hand();

    @Test
    void thoseOfPostsDo() {
        countsInItsAccount(target -> rig.exchange().post(target).body(RequestBody.of("text/plain", new byte[1])));
    }

    @Test
    void thoseOfGetsThatOthersMayJoinDo() {
        countsInItsAccount(target -> rig.exchange().get(target));
    }

    @Test
    void thoseOfGetsThatOthersMayNotJoinDo() {
        countsInItsAccount(target -> rig.exchange().get(target).header("Cookie", "a=b"));
    }

    private void countsInItsAccount(Function<String, DefaultExchangeBuilder> exchanges) {
        ClientAccount account = start();
        List<RecordingListener> all = new ArrayList<>();
        for (int i = 0; i <= SMALL; i++) {
            all.add(cache.start(exchanges.apply("/" + i).requestContext(requestContext(account))));
        }
        Soon.until("the attempts of more than a small mashup", account::hasSeveralAttempts);
        all.forEach(each -> each.exchange().cancel());
        Soon.until("none", () -> !account.hasSeveralAttempts());
    }

    @Test
    void theValidationOfAStaleResponseDoes() {
        ClientAccount account = start();
        cache.fill(partner, "max-age=60, stale-while-revalidate=60");
        rig.pass(CacheSteps.BEYOND);
        List<RecordingListener> others = new ArrayList<>();
        for (int i = 0; i < SMALL; i++) {
            others.add(cache.start(rig.exchange().get("/" + i).requestContext(requestContext(account))));
        }
        RecordingListener stale = cache.start(rig.exchange().get("/a").requestContext(requestContext(account)));
        stale.awaitEnd();
        Soon.until("one more", account::hasSeveralAttempts);
        others.forEach(each -> each.exchange().cancel());
        partner.close();
    }

    /** Behind the 16 that are not too many, it comes before the others. One permit: the order of requests is that of the queue. */
    @ParameterizedTest(name = "cached: {0}")
    @ValueSource(booleans = {true, false})
    void theExchangeOfAnotherClientIsNotBehindTheManyOfOne(boolean cached) {
        ClientAccount greedy = start(cached, 1);
        List<RecordingListener> all = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            all.add(cache.start(rig.exchange().get("/" + i).requestContext(requestContext(greedy))));
        }
        HandConnection connection = partner.accept();
        Soon.until("all the others to wait", () -> rig.partner().queued() == MANY - 1);
        ClientAccount calm = rig.broker().heldBytes().newAccount();
        RecordingListener other = cache.start(rig.exchange().get("/other").requestContext(requestContext(calm)));
        Soon.until("it waits", () -> rig.partner().queued() == MANY);

        int before = 0;
        while (!connection.answerNext("x").line().equals("GET /other HTTP/1.1")) {
            before++;
        }
        assertThat(before).isLessThanOrEqualTo(FEW + 1);
        assertThat(other.response().text()).isEqualTo("x");
        all.forEach(each -> each.exchange().cancel());
    }

    private ClientAccount start() {
        return start(true, PERMITS);
    }

    private ClientAccount start(boolean cached, int permits) {
        rig.start(at(partner.url())
                .cache(c -> c.enabled(cached))
                .maxConnections(permits)
                .limits(l -> l.maxQueued(MANY + 1)));
        return rig.broker().heldBytes().newAccount();
    }

    private static RequestContext requestContext(ClientAccount account) {
        RequestId id = new RequestIds("X-Request-Id", true).of(field -> List.of());
        return RequestContext.of(
                id, "X-Request-Id", "GET", "/page", ExecutionTarget.NONE, RequestContext.NO_DEADLINE, account, null);
    }
}
