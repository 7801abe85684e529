package dev.medley.server.internal.admin.jmx;

/** The topics of a server, as an MBean whose attributes have the names that MigratoryData's server gives to them. Public for JMX. */
public interface TopicsBean {

    /** Returns the sessions that there are. */
    int getConnectedSessions();

    /** Returns the messages a second that sessions have got, over the last five seconds; each counts for each session. */
    long getOutPublishMessagesPerSecond();
}
