package dev.medley.thread;

/** A thread of the {@link BrokerPool}, distinguished from all others by its type. */
final class BrokerThread extends Thread {

    BrokerThread(Runnable job, String name) {
        super(job, name);
    }
}
