package dev.medley.thread.internal.memory;

import org.eclipse.jetty.io.ArrayByteBufferPool;
import org.eclipse.jetty.io.RetainableByteBuffer;

/** Buffers whose allocation reports that there is no memory: callers in Jetty would fail one connection after another. */
public final class ReportingBuffers extends ArrayByteBufferPool {

    /** Creates a pool of buffers. */
    public ReportingBuffers() {}

    @Override
    public RetainableByteBuffer.Mutable acquire(int size, boolean direct) {
        try {
            return super.acquire(size, direct);
        } catch (OutOfMemoryError x) {
            OutOfMemory.report(x);
            throw x;
        }
    }
}
