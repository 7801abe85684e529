package dev.medley.thread;

/** A thread of the {@link BrokerPool}, told apart from all others by its type. */
final class BrokerThread extends Thread {

    BrokerThread(Runnable job, String name) {
        super(job, name);
    }
}
