package dev.medley.exchange;

import static dev.medley.exchange.BrokerRig.at;
import static dev.medley.exchange.CacheSteps.MINUTE;
import static dev.medley.exchange.CacheSteps.numbered;
import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.connection.HandConnection;
import dev.medley.connection.HandPartner;
import dev.medley.stubs.PartnerStubs;
import dev.medley.stubs.StubAnswer;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests that may change what is stored. */
@ParameterizedClass
@EnumSource(BrokerRig.Way.class)
class CacheInvalidationTest {

    @RegisterExtension
    final BrokerRig rig;

    private final CacheSteps cache;

    CacheInvalidationTest(BrokerRig.Way way) {
        rig = new BrokerRig(way);
        cache = new CacheSteps(rig);
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST", "PUT", "DELETE", "PATCH"})
    void anUnsafeMethodRemovesWhatIsStored(String method) {
        PartnerStubs stubs = rig.stubs();
        stubs.answer("GET", "/a", numbered(MINUTE));
        stubs.answer(method, "/a", StubAnswer.status(204));
        start(stubs);
        assertThat(cache.get("/a").response().text()).isEqualTo("1");
        rig.start(rig.exchange().request(method, "/a")).awaitEnd();
        assertThat(cache.get("/a").response().text()).isEqualTo("2");
    }

    @Test
    void anUnsafeMethodRemovesWhatItsResponseNames() {
        PartnerStubs stubs = rig.stubs();
        stubs.answer("GET", "/new?x=1", numbered(MINUTE));
        stubs.answer("GET", "/kept", numbered(MINUTE));
        stubs.answer(
                "POST",
                "/list",
                StubAnswer.status(201)
                        .header("Location", "new?x=1")
                        .header("Content-Location", "http://elsewhere.test/kept"));
        start(stubs);
        cache.get("/new?x=1").awaitEnd();
        cache.get("/kept").awaitEnd();
        rig.start(rig.exchange().request("POST", "/list")).awaitEnd();
        assertThat(cache.get("/new?x=1").response().text()).isEqualTo("2");
        assertThat(cache.get("/kept").response().text()).isEqualTo("1");
    }

    @Test
    void anUnsafeMethodThatFailsRemovesNothing() {
        PartnerStubs stubs = rig.stubs();
        stubs.answer("GET", "/a", numbered(MINUTE));
        stubs.answer("POST", "/a", StubAnswer.status(409));
        start(stubs);
        cache.get("/a").awaitEnd();
        rig.start(rig.exchange().request("POST", "/a")).awaitEnd();
        assertThat(cache.get("/a").response().text()).isEqualTo("1");
    }

    @Test
    void aLocationThatIsNoUrlNamesNothing() {
        PartnerStubs stubs = rig.stubs();
        stubs.answer("GET", "/a", numbered(MINUTE));
        stubs.answer(
                "POST",
                "/b",
                StubAnswer.status(201).header("Location", "\u0080 no url %").header("Content-Location", "http:///"));
        start(stubs);
        cache.get("/a").awaitEnd();
        rig.start(rig.exchange().request("POST", "/b")).assertEnded(Outcome.COMPLETED, null);
        assertThat(cache.get("/a").response().text()).isEqualTo("1");
    }

    @Test
    void anUnsafeMethodThatIsRedirectedRemovesWhatIsStoredOfItsLastTarget() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()).cache(c -> c.enabled(true)));
        RecordingListener change =
                rig.start(rig.exchange().request("POST", "/a").redirects(1));
        HandConnection one = partner.acceptRequest();
        one.send("HTTP/1.1 307 Moved\r\nLocation: /b\r\nContent-Length: 0\r\n\r\n");
        assertThat(one.readRequest().line()).startsWith("POST /b ");
        RecordingListener before = cache.get("/b");
        HandConnection two = partner.acceptRequest();
        two.send("HTTP/1.1 200 OK\r\nCache-Control: max-age=60\r\nContent-Length: 6\r\n\r\nbefore");
        assertThat(before.response().text()).isEqualTo("before");
        one.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
        change.assertEnded(Outcome.COMPLETED, null);
        RecordingListener after = cache.get("/b");
        HandConnection next = HandConnection.firstWithARequest(List.of(one, two));
        next.readRequest();
        next.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nafter");
        assertThat(after.response().text()).isEqualTo("after");
    }

    @Test
    void aResponseThatWasUnderWayDuringAChangeIsNotStored() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()).cache(c -> c.enabled(true)));
        RecordingListener first = cache.get("/a");
        HandConnection one = partner.acceptRequest();
        RecordingListener change = rig.start(rig.exchange().request("POST", "/a"));
        HandConnection two = partner.acceptRequest();
        two.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
        change.awaitEnd();
        // It asks after the change, and does not wait for what was asked before.
        RecordingListener second = cache.get("/a");
        two.readRequest();
        one.send("HTTP/1.1 200 OK\r\nCache-Control: max-age=60\r\nContent-Length: 6\r\n\r\nbefore");
        assertThat(first.response().text()).isEqualTo("before");
        two.send("HTTP/1.1 200 OK\r\nCache-Control: max-age=60\r\nContent-Length: 5\r\n\r\nafter");
        assertThat(second.response().text()).isEqualTo("after");
        assertThat(cache.get("/a").response().text()).isEqualTo("after");
    }

    private void start(PartnerStubs stubs) {
        rig.start(at(stubs.uri()).cache(c -> c.enabled(true)));
    }
}
