package dev.medley.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.medley.config.ExecutionMode;
import dev.medley.connection.HandConnection;
import dev.medley.connection.HandPartner;
import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.partner.PartnerSettings;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Of the fields of an inbound request a partner is sent those that its settings name, and no others. */
class PassedFieldsTest {

    private static final String FIELDS = """
            Accept-Language: de
            Accept-Language: fr
            X-Tenant: acme
            Cookie: a=b
            Authorization: Basic x
            Keep-Alive: 5
            X-Forwarded-For: 1.2.3.4
            traceparent: 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
            """.replace("\n", "\r\n");

    @InEachMode
    void noFieldIsPassedOnByItselfButTheTrace(ExecutionMode mode) throws Exception {
        assertThat(sent(
                        mode,
                        FIELDS,
                        mashup -> mashup.get("shop", "/").response().thenApply(Reply::of)))
                .contains("traceparent: 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01")
                .doesNotContain("acme", "a=b", "Basic", "1.2.3.4", "Accept-Language");
    }

    @InEachMode
    void fieldsThatThePartnersSettingsNameArePassedOn(ExecutionMode mode) throws Exception {
        assertThat(sent(
                        mode,
                        FIELDS,
                        mashup -> mashup.get("shop", "/").response().thenApply(Reply::of),
                        "accept-language",
                        "X-Tenant",
                        "X-None"))
                .contains("Accept-Language: de\r\nAccept-Language: fr\r\nX-Tenant: acme\r\n")
                .doesNotContain("a=b", "Basic", "X-None");
    }

    @InEachMode
    void aFieldThatConnectionNamesIsNotPassedOn(ExecutionMode mode) throws Exception {
        assertThat(sent(
                        mode,
                        FIELDS + "Connection: x-tenant\r\n",
                        mashup -> mashup.get("shop", "/").response().thenApply(Reply::of),
                        "Accept-Language",
                        "X-Tenant"))
                .contains("Accept-Language: de")
                .doesNotContain("acme");
    }

    @InEachMode
    void aFieldOfTheMashupIsNotMixedWithThatOfTheClient(ExecutionMode mode) throws Exception {
        assertThat(sent(
                        mode,
                        FIELDS,
                        mashup -> mashup.exchange("shop")
                                .get("/")
                                .header("x-tenant", "own")
                                .start()
                                .response()
                                .thenApply(Reply::of),
                        "X-Tenant"))
                .contains("x-tenant: own")
                .doesNotContain("acme");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Connection", "transfer-encoding", "Host", "Content-Length", "Keep-Alive", "TE", "Upgrade"})
    void aFieldOfTheConnectionCannotBePassedOn(String name) {
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> PartnerSettings.of("shop", "http://127.0.0.1:9")
                        .passHeaders(name)
                        .build())
                .withMessageContaining("is a field with a reserved meaning");
    }

    /** Returns the head of the request that the partner gets. */
    private static String sent(
            ExecutionMode mode, String fields, Function<Mashup, CompletionStage<Reply>> composer, String... passed)
            throws Exception {
        try (HandPartner partner = HandPartner.open();
                MashupRig rig = MashupRig.in(mode)
                        .partner(PartnerSettings.of("shop", partner.url())
                                .passHeaders(passed)
                                .build())
                        .serve(composer);
                RawClient client = new RawClient(rig.port())) {
            client.send("GET / HTTP/1.1\r\nHost: localhost\r\n" + fields + "\r\n");
            HandConnection connection = partner.accept();
            String head = String.join("\r\n", connection.readHead().fields()) + "\r\n";
            connection.send("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}");
            client.readHead();
            return head;
        }
    }
}
