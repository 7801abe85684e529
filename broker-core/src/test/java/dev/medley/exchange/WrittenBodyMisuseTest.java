package dev.medley.exchange;

import static dev.medley.exchange.BrokerRig.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.medley.format.SoapVersion;
import dev.medley.stubs.PartnerStubs;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Values that cannot be XML, CSV or an envelope of SOAP. */
class WrittenBodyMisuseTest {

    @RegisterExtension
    final BrokerRig rig = new BrokerRig();

    @Test
    void aBodyThatCannotBeWrittenIsRefusedBeforeItIsSent() {
        PartnerStubs partner = rig.stubs();
        rig.start(at(partner.uri()));
        ExchangeBuilder builder = rig.exchange().post("/soap");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.xmlBody(Map.of("a", 1, "b", 2)))
                .withMessage("the body cannot be written as XML: expected an object with one member, the root element");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.csvBody(List.of(Map.of())))
                .withMessageStartingWith("the body cannot be written as CSV: element 0: it has no members");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.soapBody(SoapVersion.V1_1, "x", Map.of("@a", 1)))
                .withMessage("the body cannot be written as XML: has the member '@a'; expected elements alone");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.soapBody(SoapVersion.V1_1, "a\"b", Map.of()))
                .withMessageStartingWith("'a\"b' is not an action of SOAP");
        assertThat(partner.recorded()).isEmpty();
    }
}
