package dev.medley.exchange;

import static dev.medley.exchange.BrokerRig.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.medley.connection.HandPartner;
import dev.medley.exchange.internal.call.DefaultExchange;
import dev.medley.partner.internal.Partner;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The rules that every other test relies on find violations. */
class EventRulesTest {

    @RegisterExtension
    final BrokerRig rig = new BrokerRig();

    @Test
    void whatIsWrongIsNoticed() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()));
        RecordingListener exchange = rig.get("/");
        partner.accept().answerNext("x");
        exchange.assertEnded(Outcome.COMPLETED, null);
        DefaultExchange ended = exchange.exchange();
        EventRules rules = new EventRules(List.<Partner>of());
        assertThat(rules.violations(List.of(Event.ENDED), Event.ENDED, ended))
                .contains(
                        "ENDED after [ENDED]",
                        "ENDED on thread " + Thread.currentThread().getName())
                .anyMatch(violation -> violation.startsWith("completed after"));
        assertThat(rules.violations(List.of(), Event.BODY_COMPLETED, ended))
                .contains(
                        "BODY_COMPLETED after []",
                        "BODY_COMPLETED in state COMPLETED",
                        "BODY_COMPLETED when the outcome is decided already");
        assertThat(rules.violations(List.of(Event.CONNECTION_ESTABLISHED, Event.EXPIRED), Event.ENDED, ended))
                .anyMatch(violation -> violation.startsWith("ended as COMPLETED after"));
    }

    @Test
    void aListenerThatIsCalledByTwoAtATimeNotices() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()));
        RecordingListener spy = new RecordingListener(new EventRules(List.of()));
        List<String> nested = new ArrayList<>();
        spy.on(Event.HEADERS_COMPLETED, e -> {
            nested.add("called");
            spy.onBodyCompleted(e);
        });
        DefaultExchange exchange = rig.exchange().get("/").listener(spy).start();
        spy.observe(exchange);
        partner.accept().answerNext("x");
        spy.awaitEnd();
        assertThat(nested).containsExactly("called");
        assertThatThrownBy(spy::assertLegal)
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("BODY_COMPLETED while another call is being made");
    }
}
