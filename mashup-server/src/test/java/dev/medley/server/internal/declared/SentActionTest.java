package dev.medley.server.internal.declared;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A client is not asked to send again what a partner has done. */
class SentActionTest {

    private static final Map<String, String> ONE_AT_A_TIME =
            Map.of("partners.b.max-connections", "1", "partners.b.limits.max-queued", "0");

    @ParameterizedTest
    @CsvSource({"GET, /one, true", "PUT, /one, true", "POST, /one, false", "PATCH, /one, false"})
    void aRefusalByAPartnerAsksForAnotherRequestUnlessOneHasActed(String method, String path, boolean asks)
            throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /m:
                    exchanges:
                      a: {method: %s, path: %s}
                      busy: {partner: b, path: '/partner/1?delay=600000', needs: [a]}
                      refused: {partner: b, path: /two, needs: [a]}
                """.formatted(method, path), ONE_AT_A_TIME)) {
            rig.a.answer(method, path, 200, "1");

            HttpResponse<String> refused = rig.get("/m");
            assertThat(refused.statusCode()).isEqualTo(503);
            assertThat(refused.body()).contains("no capacity");
            assertThat(refused.headers().firstValue("Retry-After").isPresent()).isEqualTo(asks);
        }
    }

    @Test
    void anActionThatIsRefusedItselfMayBeSentAgain() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /m:
                    exchanges:
                      busy: {partner: b, path: '/partner/1?delay=600000'}
                      refused: {partner: b, method: POST, path: /two, body: '1'}
                """, ONE_AT_A_TIME)) {
            HttpResponse<String> refused = rig.get("/m");
            assertThat(refused.statusCode()).isEqualTo(503);
            assertThat(refused.headers().firstValue("Retry-After")).hasValue("1");
        }
    }
}
