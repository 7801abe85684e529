package dev.medley.partner.internal.credential;

import org.jspecify.annotations.Nullable;

/** A credential that the configuration has. Immutable. */
record FixedCredential(Credential credential, @Nullable String field) implements CredentialSource {

    @Override
    public Credential current() {
        return credential;
    }

    @Override
    public @Nullable String failure() {
        return null;
    }

    @Override
    public void await(Runnable whenDecided) {
        whenDecided.run();
    }

    @Override
    public boolean isReplaceable(Credential refused) {
        return false;
    }

    @Override
    public void drop(Credential refused) {
        throw new IllegalStateException("a credential of the configuration has no other in its place");
    }
}
