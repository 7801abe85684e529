package dev.medley.thread.internal;

import org.eclipse.jetty.io.ManagedSelector;
import org.eclipse.jetty.io.SelectorManager;

/**
 * The selector of a connector whose channels are selected by the {@link Loops}: Jetty wants at least one. It never runs, and
 * takes no thread.
 */
public final class IdleSelector extends ManagedSelector {

    /** Creates the selector of {@code manager}. */
    public IdleSelector(SelectorManager manager, int id) {
        super(manager, id);
    }

    @Override
    protected void doStart() {}

    @Override
    protected void doStop() {}
}
