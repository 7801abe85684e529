package dev.medley.stubs.raw;

import dev.medley.stubs.internal.loop.Alarms;
import dev.medley.stubs.internal.loop.Link;
import dev.medley.stubs.internal.loop.Signal;
import dev.medley.stubs.internal.loop.Step;
import dev.medley.stubs.internal.loop.StepTarget;
import dev.medley.stubs.internal.loop.Tally;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** One connection to a {@link RawPartner}: reads requests and takes the steps planned for them. Used by one thread. */
final class RawConnection extends ScriptedConnection implements StepTarget {

    private final RequestReader reader = new RequestReader();
    private final Deque<Step> steps = new ArrayDeque<>();
    private final Planner planner;

    /** The request whose steps are being taken; null between requests. */
    private @Nullable RequestHead present;

    private boolean counted;

    RawConnection(Link link, Planner planner, Alarms alarms, Signal signal, Tally tally) {
        super(link, alarms, signal, tally);
        this.planner = planner;
    }

    @Override
    void greet() {
        steps.addAll(planner.onAccept());
    }

    @Override
    public void write(ByteBuffer bytes) throws IOException {
        link.write(bytes);
    }

    @Override
    public boolean requestComplete() {
        return reader.complete();
    }

    @Override
    public boolean nextRequestBegun() {
        return !reader.wantsMore();
    }

    @Override
    void receive(ByteBuffer bytes) throws IOException {
        reader.receive(bytes);
        count();
    }

    private void count() {
        RequestHead head = reader.head();
        if (head != null && reader.complete() && !counted) {
            counted = true;
            tally.requestReceived(head.method());
        }
    }

    @Override
    void advanceOpen() throws IOException {
        Step.Progress progress = Step.Progress.DONE;
        while (progress == Step.Progress.DONE && link.isOpen() && hasStep()) {
            progress = steps.element().advance(this);
            if (progress == Step.Progress.DONE) {
                steps.remove();
            }
        }
        if (link.isOpen()) {
            boolean read = reading() && (discarding() || reader.wantsMore());
            link.interest(read, progress == Step.Progress.WAIT_TO_WRITE);
        }
    }

    /** Returns whether there is anything to do; if one request is done with, turns to the next. */
    private boolean hasStep() throws IOException {
        if (!steps.isEmpty()) {
            return true;
        }
        if (present != null) {
            if (present.last()) {
                close();
                return false;
            }
            counted = false;
            reader.next();
            count();
        }
        present = reader.head();
        if (present != null) {
            steps.addAll(planner.onRequest(present));
        }
        return !steps.isEmpty();
    }
}
