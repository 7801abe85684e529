package dev.medley.exchange;

import static dev.medley.exchange.BrokerRig.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.medley.format.Format;
import dev.medley.format.PartnerFault;
import dev.medley.format.SoapVersion;
import dev.medley.partner.internal.health.Breaker;
import dev.medley.stubs.PartnerStubs;
import dev.medley.stubs.StubAnswer;
import dev.medley.thread.internal.Soon;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A response that says that the partner has not carried the request out: a fault of SOAP, errors of GraphQL. */
class PartnerFaultTest {

    private static final Format<Map<String, Object>> SOAP = Format.soap(SoapVersion.V1_1);
    private static final int MIN_ATTEMPTS = 4;

    @RegisterExtension
    final BrokerRig rig = new BrokerRig();

    private PartnerStubs partner;

    @BeforeEach
    void start() {
        partner = rig.stubs();
        rig.start(at(partner.uri())
                .retries(0)
                .breaker(breaker ->
                        breaker.enabled(true).minAttempts(MIN_ATTEMPTS).openFor(Duration.ofSeconds(5))));
    }

    @ParameterizedTest
    @ValueSource(ints = {100, 100_000, 1_000_000})
    void aFaultWithAnErrorsStatusFailsTheExchangeWhateverItsLength(int length) {
        answer(500, fault("soap:Server", "r".repeat(length)));

        RecordingListener exchange = call();

        exchange.assertEnded(Outcome.FAILED, Reason.PARTNER_FAULT);
        ExchangeException failure = exchange.failure();
        PartnerFault fault = Objects.requireNonNull(failure.fault());
        assertThat(fault.code()).isEqualTo("soap:Server");
        assertThat(fault.reason()).startsWith("rrr").hasSizeLessThan(310);
        assertThat(failure.status()).isEqualTo(500);
        assertThat(failure.summary()).isEqualTo("soap fault");
        assertThat(failure).hasMessageStartingWith("partner partner, body: soap fault, status 500: soap:Server: rrr");
        Soon.asserted(() -> assertThat(rig.broker().heldBodyBytes()).isZero());
    }

    @Test
    void anErrorsStatusWithoutAFaultStaysUnexpected() {
        for (String body : List.of("", "Internal Server Error", "<html/>", "<!DOCTYPE html><html/>")) {
            answer(500, body);
            assertThat(call().failure().summary()).isEqualTo("unexpected status 500");
        }
    }

    @Test
    void aFaultWithAStatusOfSuccessFailsTheReading() {
        answer(200, fault("soap:Server", "late"));
        PartnerResponse response = call().response();

        ExchangeException failure = catchThrowableOfType(ExchangeException.class, () -> response.read(SOAP));
        assertThat(failure.reason()).isEqualTo(Reason.PARTNER_FAULT);
        assertThat(failure.fault()).isEqualTo(new PartnerFault("soap:Server", "late", false));
        assertThat(failure.status()).isEqualTo(200);
    }

    @Test
    void aFaultWithAnErrorsStatusFailsTheReadingOfAnExchangeThatExpectsNothing() {
        answer(500, fault("soap:Server", "late"));
        PartnerResponse response = rig.start(rig.exchange().post("/soap")).response();

        assertThatThrownBy(() -> response.read(SOAP)).hasMessageContaining("soap fault, status 500: soap:Server: late");
        assertThatThrownBy(() -> response.read(Format.XML)).hasMessageContaining("status 500");
    }

    @Test
    void aFaultThatBlamesTheRequestDoesNotOpenTheBreaker() {
        answer(500, fault("soap:Client", "no such price"));
        for (int i = 0; i < 3 * MIN_ATTEMPTS; i++) {
            call().assertEnded(Outcome.FAILED, Reason.PARTNER_FAULT);
        }
        assertThat(breaker()).isEqualTo(Breaker.State.CLOSED);

        answer(
                200,
                "<soap:Envelope xmlns:soap='http://schemas.xmlsoap.org/soap/envelope/'><soap:Body/></soap:Envelope>");
        assertThat(call().response().read(SOAP)).isEmpty();
    }

    @Test
    void aFaultThatBlamesThePartnerOpensTheBreaker() {
        answer(500, fault("soap:Server", "no memory"));
        for (int i = 0; i < MIN_ATTEMPTS; i++) {
            call().assertEnded(Outcome.FAILED, Reason.PARTNER_FAULT);
        }
        call().assertEnded(Outcome.FAILED, Reason.NO_ENDPOINT);
    }

    @Test
    void errorsOfGraphQlFailTheExchangeOrTheReading() {
        String errors =
                "{\"errors\": [{\"message\": \"who are you?\", \"extensions\": {\"code\": \"UNAUTHENTICATED\"}}]}";
        partner.answer("POST", "/graphql", StubAnswer.json(401, errors), StubAnswer.json(200, errors));

        ExchangeException refused = query().failure();
        ExchangeException read = catchThrowableOfType(
                ExchangeException.class, () -> query().response().read(Format.GRAPHQL));

        for (ExchangeException each : List.of(refused, read)) {
            assertThat(each.reason()).isEqualTo(Reason.PARTNER_FAULT);
            assertThat(each.summary()).isEqualTo("graphql fault");
            assertThat(each.fault()).isEqualTo(new PartnerFault("UNAUTHENTICATED", "who are you?", false));
        }
    }

    @Test
    void dataOfGraphQlThatDoesNotFitItsTypeIsThePartnersFault() {
        partner.answer("POST", "/graphql", 200, "{\"data\": {\"price\": \"dear\"}}");

        ExchangeException failure = catchThrowableOfType(
                ExchangeException.class,
                () -> Objects.requireNonNull(query().response().read(Format.GRAPHQL))
                        .as(Price.class));

        assertThat(failure.reason()).isEqualTo(Reason.UNEXPECTED_SHAPE);
        assertThat(failure.summary()).isEqualTo("unexpected shape at /price");
    }

    record Price(int price) {}

    @Test
    void requestsHaveTheFieldsAndBodiesOfTheirProtocol() {
        answer(200, "");
        partner.answer("POST", "/graphql", 200, "{\"data\": {}}");
        call().response();
        rig.start(rig.exchange()
                        .post("/soap")
                        .soapBody(SoapVersion.V1_2, "urn:p#Get", Map.of("a", "<"))
                        .expect(Format.soap(SoapVersion.V1_2)))
                .response();
        query().response();

        assertThat(partner.recorded("POST", "/soap"))
                .satisfiesExactly(
                        first -> {
                            assertThat(first.header("SOAPAction")).isEqualTo("\"urn:p#Get\"");
                            assertThat(first.header("Content-Type")).isEqualTo("text/xml;charset=utf-8");
                            assertThat(first.header("Accept")).isEqualTo("text/xml");
                            assertThat(first.body())
                                    .endsWith(
                                            "<soap:Body><p:Get xmlns:p=\"urn:p\"><p:id>&amp;7</p:id></p:Get></soap:Body></soap:Envelope>");
                        },
                        second -> {
                            assertThat(second.header("SOAPAction")).isNull();
                            assertThat(second.header("Content-Type"))
                                    .isEqualTo("application/soap+xml;charset=utf-8;action=\"urn:p#Get\"");
                            assertThat(second.body())
                                    .contains("http://www.w3.org/2003/05/soap-envelope", "<a>&lt;</a>");
                        });
        assertThat(partner.recorded("POST", "/graphql")).singleElement().satisfies(request -> {
            assertThat(request.header("Content-Type")).isEqualTo("application/json");
            assertThat(request.header("Accept")).isEqualTo("application/graphql-response+json, application/json;q=0.9");
            assertThat(request.body()).contains("\"query\":\"{ price }\"", "\"variables\":{\"id\":7}");
        });
    }

    @Test
    void xmlAndCsvAreBodies() {
        partner.answer("PUT", "/x", 200, "{}");
        rig.start(rig.exchange().put("/x").xmlBody(Map.of("a", 1))).response();
        rig.start(rig.exchange().put("/x").csvBody(List.of(Map.of("a", 1)))).response();

        assertThat(partner.recorded("PUT", "/x"))
                .extracting(request -> request.header("Content-Type") + " " + request.body())
                .containsExactly(
                        "application/xml <?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<a>1</a>",
                        "text/csv;charset=utf-8 a\r\n1\r\n");
    }

    private RecordingListener call() {
        return rig.start(rig.exchange()
                .post("/soap")
                .soapBody(SoapVersion.V1_1, "urn:p#Get", Map.of("p:Get", Map.of("@xmlns:p", "urn:p", "p:id", "&7")))
                .expect(SOAP));
    }

    private RecordingListener query() {
        return rig.start(rig.exchange()
                .post("/graphql")
                .graphQlBody("{ price }", Map.of("id", 7))
                .expect(Format.GRAPHQL));
    }

    private void answer(int status, String body) {
        partner.answer(
                "POST",
                "/soap",
                StubAnswer.body(status, "text/xml;charset=utf-8", body.getBytes(StandardCharsets.UTF_8)));
    }

    private static String fault(String code, String reason) {
        return """
                <soap:Envelope xmlns:soap='http://schemas.xmlsoap.org/soap/envelope/'><soap:Body><soap:Fault>
                <faultcode>%s</faultcode><faultstring>%s</faultstring>
                </soap:Fault></soap:Body></soap:Envelope>""".formatted(code, reason);
    }

    private Breaker.State breaker() {
        return Objects.requireNonNull(rig.partner().endpoints().get(0).breaker())
                .state();
    }
}
