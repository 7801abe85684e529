package dev.medley.loadtest.experiment;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;

/** Something that drives a closed loop of users without think time, in a process of its own. */
interface Load {

    /** The name in the report. */
    String label();

    /**
     * Runs {@code users} against {@code target}, and returns when the load is over.
     *
     * @param warmUp how long it runs before figures count
     * @param measured how long figures count
     * @param onEdge called when figures begin to count, and again when they cease
     */
    LoadFigures closed(URI target, int users, Duration warmUp, Duration measured, Edge onEdge)
            throws IOException, InterruptedException;

    /** Called at the edges of the time that counts, by the thread that runs the load; it may block shortly. */
    interface Edge {
        void reached() throws IOException, InterruptedException;
    }
}
