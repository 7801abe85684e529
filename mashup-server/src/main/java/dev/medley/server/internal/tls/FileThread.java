package dev.medley.server.internal.tls;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** A thread that reads files, because a file system may block. It ends when it has had nothing to do for a second. */
public final class FileThread {

    private static final long KEEP_SECONDS = 1;

    private FileThread() {}

    /** Returns a new executor with one thread of that name. Once it is shut down, what is not read any more is of no use. */
    public static ThreadPoolExecutor named(String name) {
        return new ThreadPoolExecutor(
                0,
                1,
                KEEP_SECONDS,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                job -> {
                    Thread thread = new Thread(job, name);
                    thread.setDaemon(true);
                    return thread;
                },
                new ThreadPoolExecutor.DiscardPolicy());
    }
}
