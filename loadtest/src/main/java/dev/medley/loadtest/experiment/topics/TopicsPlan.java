package dev.medley.loadtest.experiment.topics;

import java.util.List;
import java.util.Set;

/**
 * The plan of the experiment {@code topics}.
 *
 * @param cases what is measured
 * @param mule Mule's run
 * @param sockets WebSockets with a subject each
 * @param streams event streams with a subject each
 * @param rates messages a second that are tried, ascending
 * @param rateSeconds seconds of each rate
 * @param broadcasts the broadcasts
 * @param silent the clients that read nothing
 * @param faults the faults
 */
public record TopicsPlan(
        Set<TopicsCase> cases,
        Crowd mule,
        Crowd sockets,
        Crowd streams,
        List<Integer> rates,
        int rateSeconds,
        Broadcasts broadcasts,
        Silent silent,
        Faults faults) {

    /** Copies the collections. */
    public TopicsPlan {
        cases = Set.copyOf(cases);
        rates = List.copyOf(rates);
    }

    /**
     * Many sessions.
     *
     * @param sessions their number
     * @param connecting seconds over which they connect
     * @param warmUp seconds of messages that are not measured
     * @param measured seconds of messages that are
     * @param period seconds from one message of a session to its next
     * @param bytes of data of a message
     */
    record Crowd(int sessions, int connecting, int warmUp, int measured, int period, int bytes) {}

    /**
     * Broadcasts.
     *
     * @param sessions that get each
     * @param warmUp broadcasts that are not measured
     * @param count broadcasts that are
     * @param period seconds between two
     * @param bytes of data
     */
    record Broadcasts(int sessions, int warmUp, int count, double period, int bytes) {}

    /**
     * Clients that read nothing, beside others.
     *
     * @param readers the others
     * @param silent those that read nothing, of each topic
     * @param seconds for which they do not
     */
    record Silent(int readers, int silent, int seconds) {}

    /**
     * Clients that resume.
     *
     * @param clients half over WebSocket, half as event streams
     * @param rounds each of which cuts connections, restarts the server and reloads the topics
     */
    record Faults(int clients, int rounds) {}

    static TopicsPlan full(Set<TopicsCase> cases) {
        return new TopicsPlan(
                cases,
                new Crowd(10_000, 100, 60, 100, 1, 200),
                new Crowd(15_000, 30, 60, 180, 60, 512),
                new Crowd(100_000, 100, 60, 180, 60, 512),
                List.of(1_000, 2_000, 4_000, 8_000, 12_000, 16_000, 20_000, 30_000, 40_000, 50_000, 60_000, 80_000),
                10,
                new Broadcasts(10_000, 5, 30, 10, 1024),
                new Silent(1_000, 50, 60),
                new Faults(1_000, 20));
    }

    static TopicsPlan quick(Set<TopicsCase> cases) {
        return new TopicsPlan(
                cases,
                new Crowd(200, 1, 1, 1, 1, 200),
                new Crowd(300, 1, 1, 1, 1, 512),
                new Crowd(1_000, 1, 1, 1, 1, 512),
                List.of(500),
                1,
                new Broadcasts(200, 1, 2, 1, 1024),
                new Silent(20, 5, 1),
                new Faults(40, 1));
    }

    boolean has(TopicsCase each) {
        return cases.contains(each);
    }
}
