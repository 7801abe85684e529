package dev.medley.server.internal.script;

import dev.medley.server.internal.declared.run.IncompleteReplies;
import dev.medley.servlet.internal.routing.MashupRoute;
import java.util.List;

/** Scripts that a server may serve. Thread-safe. */
public interface OpenScripts extends AutoCloseable {

    /** No scripts. */
    OpenScripts NONE = new OpenScripts() {
        @Override
        public List<Script> scripts() {
            return List.of();
        }

        @Override
        public List<MashupRoute> routes(IncompleteReplies incomplete) {
            return List.of();
        }

        @Override
        public void close() {
            // Nothing is open.
        }
    };

    /** Returns the scripts, in the order of their folders and names. */
    List<Script> scripts();

    /**
     * Returns the routes to the scripts, in the same order.
     *
     * @param incomplete gets the manifests of their replies that are not complete
     */
    List<MashupRoute> routes(IncompleteReplies incomplete);

    /** Lets them go, once no request uses them any more. May be called more than once. */
    @Override
    void close();
}
