package dev.medley.stubs.internal.endpoint;

/** {@code GET /stats}. */
public final class StatsEndpoint implements StubEndpoint {

    /** The first segment of its path; requests with it are not counted. */
    public static final String NAME = "stats";

    private final Traffic traffic;

    StatsEndpoint(Traffic traffic) {
        this.traffic = traffic;
    }

    @Override
    public boolean hasDelay() {
        return false;
    }

    @Override
    public Answer prepare(EndpointRequest call) {
        return body -> StubResponse.json(
                "{\"requests\":%d,\"inFlight\":%d,\"connections\":%d,\"connectionsAccepted\":%d,\"families\":%s,\"paths\":%s}"
                        .formatted(
                                traffic.requests(),
                                traffic.inFlight(),
                                traffic.connections(),
                                traffic.connectionsAccepted(),
                                JsonWriter.numbers(traffic.byFamily()),
                                JsonWriter.numbers(traffic.byMethodAndPath())));
    }
}
