package dev.medley.connection;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.util.Promise;
import org.eclipse.jetty.util.SocketAddressResolver;

/**
 * Turns names into addresses without blocking a thread of the pool: the system's resolver blocks, for seconds if it
 * must, so it gets threads of its own, few and with a bounded queue. Literal addresses need no resolver.
 *
 * <p>Answers are kept by the JVM itself ({@code networkaddress.cache.ttl}, 30 s unless set). How long a look-up may take
 * is up to the connect time-out of whoever asks.
 */
final class NameResolver implements SocketAddressResolver, AutoCloseable {

    private static final int THREADS = 2;
    private static final int WAITING = 1024;
    private static final long KEEP_SECONDS = 10;

    private final Executor pool;
    private final ThreadPoolExecutor lookups;

    /** Creates a resolver that answers on {@code pool}. */
    NameResolver(Executor pool) {
        this.pool = pool;
        lookups = new ThreadPoolExecutor(
                THREADS, THREADS, KEEP_SECONDS, TimeUnit.SECONDS, new ArrayBlockingQueue<>(WAITING), job -> {
                    Thread thread = new Thread(job, "medley-names");
                    thread.setDaemon(true);
                    return thread;
                });
        lookups.allowCoreThreadTimeOut(true);
    }

    @Override
    public void resolve(String host, int port, Map<String, Object> context, Promise<List<InetSocketAddress>> promise) {
        if (isLiteral(host)) {
            lookUp(host, port, promise);
            return;
        }
        try {
            lookups.execute(() -> lookUp(host, port, new OnPool(promise)));
        } catch (RejectedExecutionException x) {
            promise.failed(new UnknownHostException(host + ": " + WAITING + " look-ups are waiting already"));
        }
    }

    @Override
    public void close() {
        lookups.shutdownNow();
    }

    private static void lookUp(String host, int port, Promise<List<InetSocketAddress>> promise) {
        List<InetSocketAddress> addresses = new ArrayList<>();
        try {
            for (InetAddress address : InetAddress.getAllByName(host)) {
                addresses.add(new InetSocketAddress(address, port));
            }
        } catch (UnknownHostException | RuntimeException x) {
            // Whoever asked waits for an answer, whatever went wrong.
            promise.failed(x);
            return;
        }
        promise.succeeded(addresses);
    }

    /** Whether the JDK reads {@code host} as an address, without asking anybody. */
    private static boolean isLiteral(String host) {
        return host.indexOf(':') >= 0 || host.chars().allMatch(c -> c == '.' || Character.isDigit(c));
    }

    private final class OnPool implements Promise<List<InetSocketAddress>> {

        private final Promise<List<InetSocketAddress>> promise;

        OnPool(Promise<List<InetSocketAddress>> promise) {
            this.promise = promise;
        }

        @Override
        public void succeeded(List<InetSocketAddress> addresses) {
            pool.execute(() -> promise.succeeded(addresses));
        }

        @Override
        public void failed(Throwable failure) {
            pool.execute(() -> promise.failed(failure));
        }
    }
}
