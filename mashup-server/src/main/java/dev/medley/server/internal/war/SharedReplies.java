package dev.medley.server.internal.war;

import dev.medley.server.internal.declared.run.IncompleteReplies;
import jakarta.servlet.ServletContext;

/** The incomplete replies that the extensions of one application share, whichever joins it first. */
final class SharedReplies {

    private static final String ATTRIBUTE = SharedReplies.class.getName();

    private SharedReplies() {}

    /** Returns the replies of an application that is about to start. One thread calls this. */
    static IncompleteReplies of(ServletContext context) {
        if (context.getAttribute(ATTRIBUTE) instanceof IncompleteReplies shared) {
            return shared;
        }
        IncompleteReplies created = new IncompleteReplies();
        context.setAttribute(ATTRIBUTE, created);
        return created;
    }
}
