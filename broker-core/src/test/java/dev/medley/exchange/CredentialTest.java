package dev.medley.exchange;

import static dev.medley.exchange.BrokerRig.at;
import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.partner.AuthSettings;
import dev.medley.stubs.PartnerStubs;
import dev.medley.stubs.RecordedRequest;
import dev.medley.stubs.StubAnswer;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** The credentials of the configuration that partners are shown. */
@ParameterizedClass
@EnumSource(BrokerRig.Way.class)
class CredentialTest {

    @RegisterExtension
    final BrokerRig rig;

    CredentialTest(BrokerRig.Way way) {
        rig = new BrokerRig(way);
    }

    private PartnerStubs start(Consumer<AuthSettings.Builder> auth) {
        PartnerStubs partner = rig.stubs();
        rig.start(at(partner.uri()).auth(auth));
        return partner;
    }

    private static RecordedRequest only(PartnerStubs partner) {
        assertThat(partner.recorded()).hasSize(1);
        return partner.recorded().get(0);
    }

    private static List<String> values(RecordedRequest request, String field) {
        return request.headers().entrySet().stream()
                .filter(each -> each.getKey().equalsIgnoreCase(field))
                .flatMap(each -> each.getValue().stream())
                .toList();
    }

    @Test
    void aTokenIsSentAsBearer() {
        PartnerStubs partner = start(auth -> auth.bearer("t0ken"));
        rig.get("/partner/0").awaitEnd();
        assertThat(only(partner).header("Authorization")).isEqualTo("Bearer t0ken");
    }

    @Test
    void aUserIsSentInUtf8() {
        PartnerStubs partner = start(auth -> auth.basic("test", "123£"));
        rig.get("/partner/0").awaitEnd();
        // The example of RFC 7617, section 2.1.
        assertThat(only(partner).header("Authorization")).isEqualTo("Basic dGVzdDoxMjPCow==");
    }

    @Test
    void aKeyIsSentInItsField() {
        PartnerStubs partner = start(auth -> auth.header("X-Api-Key", "4711"));
        rig.get("/partner/0").awaitEnd();
        assertThat(only(partner).header("X-Api-Key")).isEqualTo("4711");
    }

    @Test
    void aKeyThatARedirectRepeatsIsInNoMessageAndSentOnce() {
        PartnerStubs partner = rig.stubs(PartnerStubs.builder()
                .answer("GET", "/a", request -> StubAnswer.status(307).header("Location", "/b?" + request.query()))
                .answer("GET", "/b", request -> StubAnswer.status(307).header("Location", "/a?" + request.query())));
        rig.start(
                at(partner.uri()).auth(auth -> auth.query("key", "s3cret 4711")).redirects(5));
        assertThat(rig.get("/a?x=y").failure())
                .returns(Reason.REDIRECT_REFUSED, ExchangeException::reason)
                .hasMessageContaining("GET /a?x=y, GET /b?x=y")
                .hasMessageNotContaining("s3cret");
        assertThat(partner.recorded().stream().map(RecordedRequest::query))
                .containsExactly("x=y&key=s3cret%204711", "x=y&key=s3cret%204711");
    }

    @Test
    void aKeyIsAddedToTheQueryEncoded() {
        PartnerStubs partner = start(auth -> auth.query("api key", "a&b"));
        rig.get("/partner/0").awaitEnd();
        rig.get("/partner/1?x=y").awaitEnd();
        assertThat(partner.recorded().stream().map(RecordedRequest::query))
                .containsExactly("api%20key=a%26b", "x=y&api%20key=a%26b");
    }

    @Test
    void theRequestOfTheExchangeHasNone() {
        start(auth -> auth.bearer("t0ken"));
        RecordingListener exchange = rig.get("/partner/0");
        exchange.awaitEnd();
        assertThat(exchange.exchange().request().headers()).isEmpty();
    }

    @Test
    void aMashupsOwnCredentialTakesPrecedence() {
        PartnerStubs partner = start(auth -> auth.bearer("t0ken"));
        rig.start(rig.exchange().get("/partner/0").header("authorization", "Own"))
                .awaitEnd();
        assertThat(values(only(partner), "Authorization")).containsExactly("Own");
    }

    @Test
    void aClientsCredentialIsNotPassedOnInItsPlace() {
        PartnerStubs partner = start(auth -> auth.bearer("t0ken"));
        rig.start(rig.exchange().get("/partner/0").passAll(Map.of("authorization", List.of("Bearer client"))))
                .awaitEnd();
        assertThat(values(only(partner), "Authorization")).containsExactly("Bearer t0ken");
    }

    @Test
    void itDoesNotMakeAResponsePrivate() {
        PartnerStubs partner = rig.stubs(PartnerStubs.builder()
                .answer("GET", "/list", request -> StubAnswer.json(200, "{}").header("Cache-Control", "max-age=60")));
        rig.start(at(partner.uri()).auth(auth -> auth.bearer("t0ken")).cache(cache -> cache.enabled(true)));
        rig.get("/list").awaitEnd();
        rig.start(rig.exchange().get("/list"), rig.listener(true)).awaitEnd();
        assertThat(only(partner).header("Authorization")).isEqualTo("Bearer t0ken");
    }

    @Test
    void a401ToItIsTheAnswer() {
        PartnerStubs partner =
                rig.stubs(PartnerStubs.builder().answer("GET", "/list", request -> StubAnswer.status(401)));
        rig.start(at(partner.uri()).auth(auth -> auth.bearer("t0ken")));
        assertThat(rig.get("/list").response().status()).isEqualTo(401);
        assertThat(partner.recorded()).hasSize(1);
    }
}
