package dev.medley.exchange;

import static dev.medley.exchange.BrokerRig.at;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.medley.connection.HandPartner;
import dev.medley.exchange.internal.DefaultExchangeBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Wrong uses of the builder of an exchange. */
class ExchangeMisuseTest {

    @RegisterExtension
    final BrokerRig rig = new BrokerRig();

    @Test
    void aBuilderStartsOneExchange() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()));
        DefaultExchangeBuilder builder = rig.exchange().get("/users");
        rig.start(builder);

        assertThatThrownBy(builder::start)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the exchange GET /users with partner partner has already been started: a builder starts"
                        + " only one exchange");
        partner.acceptRequest().answer("x");
    }

    @Test
    void aStatusThatIsNoFinalOneIsNotAccepted() {
        rig.start(at("http://127.0.0.1:1"));

        assertThatThrownBy(() -> rig.exchange().accept(404, 100))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("status 100, expected 200 to 599");
    }

    @Test
    void aStreamedExchangeHasNoAcceptedStatuses() {
        rig.start(at("http://127.0.0.1:1"));
        DefaultExchangeBuilder builder = rig.exchange().streamed().accept(404).listener(new ExchangeListener() {});

        assertThatThrownBy(builder::start)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("leave out expectJson() and accept()");
    }
}
