package dev.medley.exchange;

/** {@link MisbehaviourTest} over TLS. */
class MisbehaviourOverTlsTest extends MisbehaviourTest {

    @Override
    Carrier carrier() {
        return Carrier.TLS;
    }
}
