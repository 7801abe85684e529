package dev.medley.exchange;

/** {@link MisbehaviourTest} over TLS. */
class MisbehaviourOverTlsTest extends MisbehaviourTest {

    MisbehaviourOverTlsTest() {
        super(Carrier.TLS);
    }
}
