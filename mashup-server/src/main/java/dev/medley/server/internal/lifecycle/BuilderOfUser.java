package dev.medley.server.internal.lifecycle;

/** What the supported builder of a server extends, so that modules of Medley reach the builder behind it and users do not. */
public abstract class BuilderOfUser {

    private final ServerBuilder builder;

    /** Creates one on {@code builder}. */
    protected BuilderOfUser(ServerBuilder builder) {
        this.builder = builder;
    }

    ServerBuilder builder() {
        return builder;
    }
}
