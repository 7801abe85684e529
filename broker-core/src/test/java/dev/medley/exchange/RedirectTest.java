package dev.medley.exchange;

import static dev.medley.exchange.BrokerRig.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.medley.connection.RequestBody;
import dev.medley.exchange.internal.DefaultExchangeBuilder;
import dev.medley.stubs.PartnerStubs;
import dev.medley.stubs.RecordedRequest;
import dev.medley.stubs.StubAnswer;
import dev.medley.stubs.raw.Misbehaviour;
import dev.medley.thread.internal.Soon;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Redirects of partners: answers like others, unless they are to be followed; then within the partner only. */
@ParameterizedClass
@EnumSource(BrokerRig.Way.class)
class RedirectTest {

    private static final byte[] LARGE = new byte[200_000];

    @RegisterExtension
    final BrokerRig rig;

    private final PartnerStubs stubs;

    RedirectTest(BrokerRig.Way way) {
        rig = new BrokerRig(way);
        stubs = rig.stubs();
    }

    // ---- Not followed. ------------------------------------------------------------------------------------------

    @ParameterizedTest
    @ValueSource(ints = {300, 301, 302, 303, 304, 307, 308})
    void aRedirectIsAnAnswerWhereNoneIsFollowed(int status) {
        redirect("/a", status, "/b");
        rig.start(at(stubs.uri()));
        PartnerResponse response = rig.get("/a").response();
        assertThat(response.status()).isEqualTo(status);
        assertThat(response.head().header("Location")).isEqualTo("/b");
        assertThat(paths()).containsExactly("/a");
    }

    @ParameterizedTest
    @ValueSource(ints = {300, 304, 305, 306})
    void aStatusThatIsNoRedirectIsAnAnswer(int status) {
        redirect("/a", status, "/b");
        rig.start(at(stubs.uri()).redirects(5));
        assertThat(rig.get("/a").response().status()).isEqualTo(status);
        assertThat(paths()).containsExactly("/a");
    }

    @Test
    void aRedirectWithoutALocationIsAnAnswer() {
        stubs.answer("GET", "/a", StubAnswer.status(302));
        rig.start(at(stubs.uri()).redirects(5));
        assertThat(rig.get("/a").response().status()).isEqualTo(302);
    }

    @Test
    void anExchangeDecidesForItself() {
        redirect("/a", 302, "/partner/0");
        rig.start(at(stubs.uri()).redirects(5));
        assertThat(rig.start(rig.exchange().get("/a").redirects(0)).response().status())
                .isEqualTo(302);
        assertThat(rig.get("/a").response().status()).isEqualTo(200);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> rig.exchange().redirects(-1))
                .withMessageContaining("-1 redirects, expected 0 or more");
    }

    // ---- Followed. ----------------------------------------------------------------------------------------------

    @ParameterizedTest
    @CsvSource({
        "GET, 301, GET, false",
        "GET, 302, GET, false",
        "GET, 303, GET, false",
        "GET, 307, GET, false",
        "GET, 308, GET, false",
        "POST, 301, GET, false",
        "POST, 302, GET, false",
        "POST, 303, GET, false",
        "POST, 307, POST, true",
        "POST, 308, POST, true",
        "PUT, 301, PUT, true",
        "PUT, 302, PUT, true",
        "PUT, 303, GET, false",
        "PUT, 307, PUT, true",
        "PUT, 308, PUT, true",
        "DELETE, 302, DELETE, false",
        "DELETE, 303, GET, false",
    })
    void methodAndBodyFollowTheRules(String method, int status, String next, boolean withBody) {
        stubs.answer(method, "/a", redirection(status, "/b"));
        stubs.answer(next, "/b", 200, "{}");
        rig.start(at(stubs.uri()).redirects(1));
        DefaultExchangeBuilder request =
                rig.exchange().request(method, "/a").header("X-Kept", "1").header("Content-Language", "de");
        boolean sendsBody = method.equals("POST") || method.equals("PUT");
        RecordingListener exchange = rig.start(sendsBody ? request.body(Bodies.small()) : request);
        assertThat(exchange.response().status()).isEqualTo(200);

        RecordedRequest followed = stubs.recorded().get(1);
        assertThat(followed.method()).isEqualTo(next);
        assertThat(followed.path()).isEqualTo("/b");
        assertThat(followed.body()).isEqualTo(withBody ? "{\"small\":true}" : "");
        assertThat(followed.header("Content-Type")).isEqualTo(withBody ? "application/json" : null);
        assertThat(followed.header("Content-Language")).isEqualTo(next.equals(method) ? "de" : null);
        assertThat(followed.header("X-Kept")).isEqualTo("1");
        assertThat(stubs.recorded()).hasSize(2);
        assertThat(exchange.exchange().request().target()).isEqualTo("/a");
        assertThat(exchange.exchange().timings().attempts()).hasSize(2);
        assertThat(exchange.events())
                .containsSubsequence(Event.CONNECTION_ESTABLISHED, Event.CONNECTION_ESTABLISHED, Event.ENDED)
                .containsOnlyOnce(Event.HEADERS_COMPLETED);
    }

    @Test
    void aHeadStaysAHead() {
        stubs.answer("HEAD", "/a", redirection(303, "/b"));
        stubs.answer("HEAD", "/b", StubAnswer.status(200));
        rig.start(at(stubs.uri()).redirects(1));
        rig.start(rig.exchange().request("HEAD", "/a")).assertEnded(Outcome.COMPLETED, null);
        assertThat(stubs.recorded()).extracting(RecordedRequest::method).containsExactly("HEAD", "HEAD");
    }

    @Test
    void severalRedirectsAreFollowedOnOneConnection() {
        redirect("/1", 302, "/2");
        redirect("/2", 302, "/3");
        redirect("/3", 302, "/partner/7");
        rig.start(at(stubs.uri()).redirects(3));
        RecordingListener exchange = rig.start(rig.exchange().get("/1").expectJson());
        assertThat(exchange.response().json().tree().get("partner").asInt()).isEqualTo(7);
        assertThat(paths()).containsExactly("/1", "/2", "/3", "/partner/7");
        assertThat(rig.partner().connections().open()).isOne();
    }

    @ParameterizedTest
    @ValueSource(ints = {1_000, 200_000})
    void theBodyOfARedirectIsDropped(int size) {
        stubs.answer(
                "GET", "/a", StubAnswer.body(302, "text/html", new byte[size]).header("Location", "/partner/0"));
        rig.start(at(stubs.uri()).redirects(1).limits(l -> l.maxBody(2_000)));
        assertThat(rig.get("/a").response().status()).isEqualTo(200);
        Soon.asserted(() -> assertThat(rig.broker().heldBodyBytes()).isZero());
    }

    @Test
    void aStreamedExchangeFollowsBeforeItsHeadIsReported() {
        stubs.answer("GET", "/a", StubAnswer.body(302, "text/html", LARGE).header("Location", "/bytes?size=100000"));
        rig.start(at(stubs.uri()).redirects(1));
        RecordingListener exchange =
                rig.start(rig.exchange().get("/a").streamed(), rig.listener().readingOn());
        exchange.assertEnded(Outcome.COMPLETED, null);
        assertThat(exchange.streamedText()).hasSize(100_000);
        assertThat(exchange.events()).containsOnlyOnce(Event.HEADERS_COMPLETED);
    }

    // ---- Refused. -----------------------------------------------------------------------------------------------

    @Test
    void aRedirectLoopIsNamed() {
        redirect("/a", 302, "/b?x=1");
        redirect("/b", 301, "/a");
        rig.start(at(stubs.uri()).redirects(10));
        RecordingListener exchange = rig.get("/a");
        exchange.assertEnded(Outcome.FAILED, Reason.REDIRECT_REFUSED);
        assertThat(exchange.failure()).hasMessageContaining("it is a loop: GET /a, GET /b?x=1, GET /a");
        assertThat(exchange.failure().status()).isEqualTo(301);
        assertThat(exchange.failure().summary()).isEqualTo("redirect refused");
        assertThat(paths()).containsExactly("/a", "/b");
    }

    @Test
    void aRedirectToItselfIsALoop() {
        rig.assumeHttp11("a misbehaviour by HTTP/1.1; the test before has both protocols");
        rig.start(at(rig.raw(Misbehaviour.REDIRECT_LOOP).uri()).redirects(10));
        RecordingListener exchange = rig.get("/here");
        exchange.assertEnded(Outcome.FAILED, Reason.REDIRECT_REFUSED);
        assertThat(exchange.failure()).hasMessageContaining("it is a loop: GET /here, GET /here");
    }

    @Test
    void redirectsAreFollowedUpToTheirNumber() {
        stubs.answer(
                "GET",
                "/{n}",
                request ->
                        redirection(302, "/" + (Integer.parseInt(request.path().substring(1)) + 1)));
        rig.start(at(stubs.uri()).redirects(3));
        RecordingListener exchange = rig.get("/1");
        exchange.assertEnded(Outcome.FAILED, Reason.REDIRECT_REFUSED);
        assertThat(exchange.failure())
                .hasMessageContaining("there are more than 3: GET /1, GET /2, GET /3, GET /4, GET /5");
        assertThat(paths()).containsExactly("/1", "/2", "/3", "/4");
    }

    @Test
    void aRedirectToAnotherServerIsNotFollowed() {
        PartnerStubs other = rig.stubs();
        redirect("/a", 307, other.uri() + "/partner/0");
        rig.start(at(stubs.uri()).redirects(5));
        RecordingListener exchange = rig.start(
                rig.exchange().request("POST", "/a").body(Bodies.small()).header("Authorization", "Bearer secret"));
        exchange.assertEnded(Outcome.FAILED, Reason.REDIRECT_REFUSED);
        assertThat(exchange.failure())
                .hasMessageContaining("it leads away from the partner, to " + other.uri())
                .hasMessageNotContaining("secret");
        assertThat(exchange.failure().summary()).doesNotContain("127.0.0.1");
        assertThat(other.recorded()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://127.0.0.1/",
                "http://127.0.0.1:1/",
                "//169.254.169.254/latest/meta-data/",
                "http://[::1]/",
                "http://[::ffff:127.0.0.1]/",
                "http://localhost/",
                "http://10.0.0.1/",
                "https://127.0.0.1/",
                "http://2130706433/",
                "http://0x7f.1/",
                "ftp://127.0.0.1/",
                "file:///etc/passwd",
                "javascript:alert(1)",
                "http:/a",
                "http://",
                "http:///a",
                "http://a b/",
                "http://a\\@b/"
            })
    void noOtherOriginIsReached(String location) {
        redirect("/a", 302, location);
        rig.start(at(stubs.uri()).redirects(5));
        rig.get("/a").assertEnded(Outcome.FAILED, Reason.REDIRECT_REFUSED);
        assertThat(paths()).containsExactly("/a");
    }

    @Test
    void aUserInALocationIsNotFollowed() {
        redirect("/a", 302, "http://me:secret@127.0.0.1:%d/partner/0".formatted(stubs.port()));
        rig.start(at(stubs.uri()).redirects(5));
        RecordingListener exchange = rig.get("/a");
        exchange.assertEnded(Outcome.FAILED, Reason.REDIRECT_REFUSED);
        assertThat(exchange.failure()).hasMessageNotContaining("secret");
        assertThat(paths()).containsExactly("/a");
    }

    @Test
    void aLocationThatIsTooLongIsNotFollowed() {
        redirect("/a", 302, "/" + "x".repeat(9_000));
        rig.start(at(stubs.uri()).redirects(5));
        RecordingListener exchange = rig.get("/a");
        exchange.assertEnded(Outcome.FAILED, Reason.REDIRECT_REFUSED);
        assertThat(exchange.failure()).hasMessageContaining("at most 8192 are allowed");
    }

    @Test
    void aStreamedBodyIsNotSentAgain() {
        stubs.answer("POST", "/a", redirection(307, "/b"));
        rig.start(at(stubs.uri()).redirects(5));
        RequestBody body = RequestBody.stream("text/plain", 4, BodyPublishers.ofString("body"));
        RecordingListener exchange = rig.start(rig.exchange().post("/a").body(body));
        exchange.assertEnded(Outcome.FAILED, Reason.REDIRECT_REFUSED);
        assertThat(exchange.failure()).hasMessageContaining("the body of the request is streamed");
        assertThat(paths()).containsExactly("/a");
    }

    // ---- Help. --------------------------------------------------------------------------------------------------

    private void redirect(String path, int status, String location) {
        stubs.answer("GET", path, redirection(status, location));
        stubs.answer("POST", path, redirection(status, location));
    }

    private static StubAnswer redirection(int status, String location) {
        return StubAnswer.status(status).header("Location", location);
    }

    private List<String> paths() {
        return stubs.recorded().stream().map(RecordedRequest::path).toList();
    }
}
