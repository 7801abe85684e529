package dev.medley.thread.internal;

import java.io.IOException;
import java.nio.channels.Selector;
import org.eclipse.jetty.io.ManagedSelector;
import org.eclipse.jetty.io.SelectorManager;

/** A selector whose thread is not utilized while it waits for events. */
public class MeteredSelector extends ManagedSelector {

    /** Creates the selector with this {@code id} of {@code manager}. */
    public MeteredSelector(SelectorManager manager, int id) {
        super(manager, id);
    }

    @Override
    protected int nioSelect(Selector selector, boolean now) throws IOException {
        if (now || !(Thread.currentThread() instanceof BrokerThread thread)) {
            return super.nioSelect(selector, now);
        }
        boolean utilized = thread.meter().end();
        try {
            return super.nioSelect(selector, false);
        } finally {
            if (utilized) {
                thread.meter().begin();
            }
        }
    }
}
