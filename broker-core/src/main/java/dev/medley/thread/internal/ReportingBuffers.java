package dev.medley.thread.internal;

import org.eclipse.jetty.io.ArrayByteBufferPool;
import org.eclipse.jetty.io.RetainableByteBuffer;

/** Buffers whose allocation reports that there is no memory: callers in Jetty would fail one connection after another. */
final class ReportingBuffers extends ArrayByteBufferPool {

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
