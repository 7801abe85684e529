package dev.medley.loadtest.topics;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A thread with many connections of subscribers. What others ask of it runs on it, one after another. */
final class SubscriberLoop implements Runnable {

    /** Beyond the largest frame, and what one reading brings. */
    private static final int BUFFER = 1 << 20;

    /** Ports of one address that are used: Linux has 28,000. */
    private static final int PORTS = 10_000;

    private static final int SHORTEST_PAUSE_MILLIS = 50;
    private static final int LONGEST_PAUSE_MILLIS = 500;
    private static final int SMALL_BUFFER = 4096;
    /**
     * Between two readings. A client that waits for each message alone is woken for each, which the kernel does in the server's time where
     * both are on one machine.
     */
    private static final long READING = TimeUnit.MILLISECONDS.toNanos(1);

    private final Tally tally = new Tally();
    private final InetSocketAddress server;
    private final Selector selector;
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final PriorityQueue<Due> due = new PriorityQueue<>();
    private final byte[] buffer = new byte[BUFFER];
    private final Text text = new Text();
    private final List<Subscriber> subscribers = new ArrayList<>();
    private final List<Link> links = new ArrayList<>();
    private final Random random = new Random(1);
    private int connections;
    private volatile boolean ended;

    /** @param server that all connections are to */
    SubscriberLoop(InetSocketAddress server) throws IOException {
        this.server = server;
        selector = Selector.open();
    }

    /** A step at a time. */
    private record Due(long nanos, Runnable step) implements Comparable<Due> {
        @Override
        public int compareTo(Due other) {
            return Long.compare(nanos, other.nanos);
        }
    }

    /** Runs {@code task} on the loop, and returns what it returns. By another thread. */
    <T> T ask(Callable<T> task) throws InterruptedException {
        CompletableFuture<T> answer = new CompletableFuture<>();
        tasks.add(() -> {
            try {
                answer.complete(task.call());
            } catch (Exception x) {
                answer.completeExceptionally(x);
            }
        });
        selector.wakeup();
        try {
            return answer.get();
        } catch (ExecutionException x) {
            throw new IllegalStateException(x.getCause());
        }
    }

    void end() {
        ended = true;
        selector.wakeup();
    }

    Tally tally() {
        return tally;
    }

    Text text() {
        return text;
    }

    /** Runs {@code step} after a time. */
    void after(long nanos, Runnable step) {
        due.add(new Due(System.nanoTime() + nanos, step));
    }

    Subscriber newSubscriber(boolean remembers) {
        Subscriber subscriber = new Subscriber(tally, remembers);
        subscribers.add(subscriber);
        return subscriber;
    }

    List<Subscriber> subscribers() {
        return subscribers;
    }

    List<Link> links() {
        return links;
    }

    /**
     * Connects; null if that fails at once.
     *
     * @param smallBuffer whether the socket's buffer is so small that the server soon sees who does not read
     */
    @Nullable
    Link connect(Wire wire, boolean smallBuffer) {
        try {
            SocketChannel channel = SocketChannel.open();
            channel.configureBlocking(false);
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            if (smallBuffer) {
                channel.setOption(StandardSocketOptions.SO_RCVBUF, SMALL_BUFFER);
            }
            channel.bind(new InetSocketAddress("127.0.0." + (2 + connections / PORTS % 200), 0));
            connections++;
            SelectionKey key = channel.register(selector, SelectionKey.OP_CONNECT);
            Link link = new Link(channel, key, wire, tally);
            key.attach(link);
            links.add(link);
            channel.connect(server);
            return link;
        } catch (IOException x) {
            tally.failed("connect: " + x.getMessage());
            again(wire);
            return null;
        }
    }

    private void closed(Link link) {
        tally.broken++;
        links.remove(link);
        again(link.wire());
    }

    private void again(Wire wire) {
        Wire next = wire.again();
        if (next != null) {
            int millis = SHORTEST_PAUSE_MILLIS + random.nextInt(LONGEST_PAUSE_MILLIS - SHORTEST_PAUSE_MILLIS);
            after(TimeUnit.MILLISECONDS.toNanos(millis), () -> connect(next, false));
        }
    }

    @Override
    public void run() {
        try {
            while (!ended) {
                round();
            }
            selector.close();
        } catch (IOException x) {
            throw new UncheckedIOException(x);
        }
    }

    private void round() throws IOException {
        Due first = due.peek();
        long wait = first == null ? 1000 : TimeUnit.NANOSECONDS.toMillis(first.nanos() - System.nanoTime() + 999_999);
        if (wait <= 0) {
            selector.selectNow(this::ready);
        } else {
            selector.select(this::ready, wait);
        }
        LockSupport.parkNanos(READING);
        Runnable task = tasks.poll();
        while (task != null) {
            task.run();
            task = tasks.poll();
        }
        long now = System.nanoTime();
        Due next = due.peek();
        while (next != null && next.nanos() - now <= 0) {
            due.remove();
            next.step().run();
            next = due.peek();
        }
    }

    private void ready(SelectionKey key) {
        Link link = (Link) key.attachment();
        try {
            if (key.isConnectable()) {
                link.finishConnect();
            } else {
                if (key.isReadable()) {
                    link.readable(buffer);
                }
                if (key.isValid() && key.isWritable()) {
                    link.writable();
                }
            }
        } catch (IOException x) {
            tally.failed(String.valueOf(x.getMessage()));
            link.close();
        }
        if (link.isClosed()) {
            closed(link);
        }
    }
}
