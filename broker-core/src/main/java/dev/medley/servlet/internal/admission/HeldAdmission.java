package dev.medley.servlet.internal.admission;

/** The part of an admission that an inbound request holds and has to give back. */
public interface HeldAdmission {

    /** Of a request that nothing limits. */
    HeldAdmission NONE = new HeldAdmission() {
        @Override
        public void decided(Decision decision) {}

        @Override
        public void waitsForClient(boolean waits) {}

        @Override
        public void end() {}
    };

    /** The request is decided. Called once, by any thread, before the reply is written. */
    void decided(Decision decision);

    /** A reply that is streamed begins to wait for its client, or goes on. Called by one thread at a time, also as it ends. */
    void waitsForClient(boolean waits);

    /** The request has ended. By any thread; again without effect. */
    void end();
}
