package dev.medley.loadtest.experiment.topics;

/** The cases of the experiment, by the names that users type. */
public enum TopicsCase {
    /** Mule's run: 10,000 WebSockets with a message a second each; and the same as event streams. */
    mule,
    /** MigratoryData's run in small: WebSockets with a subject each, and a message a minute. */
    sockets,
    /** The same as event streams over HTTP/2. */
    streams,
    /** As many messages a second as the server delivers. */
    rate,
    /** Broadcasts from one core, and mashups beside them. */
    broadcast,
    /** Clients that read nothing for a minute. */
    silent,
    /** Connections that are cut, restarts and reloads. */
    faults
}
