package dev.medley.servlet.internal.reply;

import dev.medley.context.Context;
import dev.medley.mashup.Problem;
import dev.medley.thread.internal.SerialWork;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes a body to a suspended request without blocking.
 *
 * <p>The container (writing is possible, the client is gone), the source of the body, and the deadline all call;
 * {@link #work()} is done by one thread at a time ({@link SerialWork}). A client that is gone ends the body at once.
 */
abstract class BodyWriter implements WriteListener {

    private static final Logger LOG = LoggerFactory.getLogger(BodyWriter.class);

    private final ServletOutputStream out;
    private final ReplyWriter.Suspended end;
    private final SerialWork calls = new SerialWork();
    private final AtomicBoolean over = new AtomicBoolean();
    /** Of the mashup, because the body may have a publisher of the application's. */
    private final Context context = Context.capture();

    /** For {@link #work} only. */
    private boolean waits;

    private volatile @Nullable Problem overdue;
    private volatile @Nullable Throwable broken;

    BodyWriter(ServletOutputStream out, ReplyWriter.Suspended end) {
        this.out = out;
        this.end = end;
    }

    void start() {
        out.setWriteListener(this);
    }

    /** Ends the body, because the deadline has passed. */
    void breakOff(Problem why) {
        overdue = why;
        called();
    }

    /** Ends the body, because its source breaks the rules. */
    final void breakOff(Throwable defect) {
        broken = defect;
        called();
    }

    @Override
    public void onWritePossible() {
        called();
    }

    @Override
    public void onError(Throwable gone) {
        context.run(() -> {
            LOG.debug("the client is gone", gone);
            endBy(end::clientGone);
        });
    }

    /**
     * Writes the next bytes, at most one piece, when writing is possible; or ends by {@link #endBy}.
     *
     * @return false if nothing is to be done until the next call
     */
    abstract boolean write(ServletOutputStream to) throws IOException;

    /** Ends it, unless it has ended before. */
    final void endBy(Runnable how) {
        if (over.compareAndSet(false, true)) {
            release();
            how.run();
        }
    }

    /** Releases the source of the rest of the body. Called once, when the body is over. */
    void release() {}

    final boolean isOver() {
        return over.get();
    }

    final ReplyWriter.Suspended end() {
        return end;
    }

    /** Called after every event; works unless another thread does. */
    final void called() {
        if (calls.begins()) {
            context.run(this::drain);
        }
    }

    private void drain() {
        do {
            try {
                work();
            } catch (IOException x) {
                onError(x);
            } catch (RuntimeException | Error x) {
                endBy(() -> end.failed(x));
            }
        } while (calls.goesOn());
    }

    private void work() throws IOException {
        boolean more = true;
        while (more && !over.get()) {
            boolean ready = out.isReady();
            if (waits == ready) {
                waits = !ready;
                end.waitsForClient(waits);
            }
            Problem why = overdue;
            Throwable defect = broken;
            if (why != null) {
                endBy(() -> end.overdue(why));
            } else if (defect != null) {
                endBy(() -> end.failed(defect));
            } else {
                more = ready && write(out);
            }
        }
    }
}
