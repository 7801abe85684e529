package dev.medley.stubs;

/** {@code GET /stats}. */
final class StatsEndpoint implements Endpoint {

    static final String NAME = "stats";

    private final Traffic traffic;

    StatsEndpoint(Traffic traffic) {
        this.traffic = traffic;
    }

    @Override
    public boolean hasDelay() {
        return false;
    }

    @Override
    public Answer prepare(Call call) {
        return body -> Reply.json(
                "{\"requests\":%d,\"inFlight\":%d,\"connections\":%d,\"connectionsAccepted\":%d,\"families\":%s,\"paths\":%s}"
                        .formatted(
                                traffic.requests(),
                                traffic.inFlight(),
                                traffic.connections(),
                                traffic.connectionsAccepted(),
                                Json.numbers(traffic.byFamily()),
                                Json.numbers(traffic.byMethodAndPath())));
    }
}
