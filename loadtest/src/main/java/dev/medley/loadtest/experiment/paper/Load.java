package dev.medley.loadtest.experiment.paper;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;

/** Something that drives a closed loop of users without think time, in a process of its own. */
public interface Load {

    /** As long as a mashup takes in the experiments that drive a closed loop. */
    Duration STEP = Duration.ofSeconds(1);

    /** The name in the report. */
    String label();

    /**
     * Runs {@code users} against {@code target}, and returns when the load is over.
     *
     * @param warmUp how long it runs before figures count; users begin over {@link #spread} of it
     * @param measured how long figures count at least; what load there is beyond counts too
     * @param onEdge called when figures have begun to count, and again when so much time is over
     */
    LoadFigures closed(URI target, int users, Duration warmUp, Duration measured, Edge onEdge)
            throws IOException, InterruptedException;

    /**
     * Over which time the users begin, in a load with so long a warm-up. Users who begin all at once go on in step, and so
     * whatever is sampled or counted is a matter of where in their step it is.
     */
    static Duration spread(Duration warmUp) {
        return warmUp.compareTo(STEP) < 0 ? warmUp : STEP;
    }

    /** Called at the edges of the time that counts, by the thread that runs the load; it may block shortly. */
    interface Edge {
        void reached() throws IOException, InterruptedException;
    }
}
