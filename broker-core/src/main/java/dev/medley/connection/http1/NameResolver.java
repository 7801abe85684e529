package dev.medley.connection.http1;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.eclipse.jetty.util.Promise;
import org.eclipse.jetty.util.SocketAddressResolver;
import org.jspecify.annotations.Nullable;

/**
 * Turns names into addresses without blocking a thread of the pool: the system's resolver blocks, for seconds if it
 * must, so each name that is being looked up has a thread of its own. Whoever asks for a name that is being looked up
 * already joins that look-up; so there are never more threads than names, and a name whose server hangs keeps nobody
 * from another. Literal addresses need no resolver.
 *
 * <p>Answers are kept by the JVM itself ({@code networkaddress.cache.ttl}, 30 s unless set). How long a look-up may take
 * is up to the connect time-out of whoever asks.
 */
final class NameResolver implements SocketAddressResolver, AutoCloseable {

    private static final long KEEP_SECONDS = 10;

    private final Executor pool;
    private final LookUp system;
    private final Map<String, CompletableFuture<InetAddress[]>> underWay = new ConcurrentHashMap<>();
    private final ExecutorService threads;

    /** Creates a resolver that asks the system and answers on {@code pool}. */
    NameResolver(Executor pool) {
        this(pool, InetAddress::getAllByName);
    }

    /** As above, asking somebody else than the system. */
    NameResolver(Executor pool, LookUp system) {
        this.pool = pool;
        this.system = system;
        threads = new ThreadPoolExecutor(
                0, Integer.MAX_VALUE, KEEP_SECONDS, TimeUnit.SECONDS, new SynchronousQueue<>(), job -> {
                    Thread thread = new Thread(job, "medley-names");
                    thread.setDaemon(true);
                    return thread;
                });
    }

    /** Who knows the addresses of a name. */
    @FunctionalInterface
    interface LookUp {

        /** The addresses of {@code host}; may block. */
        InetAddress[] of(String host) throws UnknownHostException;
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // What comes of it, the promise is told.
    public void resolve(String host, int port, Map<String, Object> context, Promise<List<InetSocketAddress>> promise) {
        if (isLiteral(host)) {
            tellLiteral(host, port, promise);
            return;
        }
        lookedUp(host)
                .whenComplete((addresses, failure) -> pool.execute(() -> tell(addresses, failure, port, promise)));
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }

    /** What comes of the look-up of {@code host} that is under way, or of one that begins now. */
    private CompletableFuture<InetAddress[]> lookedUp(String host) {
        CompletableFuture<InetAddress[]> mine = new CompletableFuture<>();
        CompletableFuture<InetAddress[]> others = underWay.putIfAbsent(host, mine);
        if (others != null) {
            return others;
        }
        try {
            threads.execute(() -> lookUp(host, mine));
        } catch (RuntimeException | Error x) {
            underWay.remove(host, mine);
            mine.completeExceptionally(new UnknownHostException(host + " cannot be looked up: closed, or no thread"));
        }
        return mine;
    }

    private void lookUp(String host, CompletableFuture<InetAddress[]> answer) {
        try {
            InetAddress[] addresses = system.of(host);
            underWay.remove(host, answer);
            answer.complete(addresses);
        } catch (UnknownHostException | RuntimeException | Error x) {
            // Whoever asked waits for an answer, whatever went wrong.
            underWay.remove(host, answer);
            answer.completeExceptionally(x);
        }
    }

    private static void tellLiteral(String host, int port, Promise<List<InetSocketAddress>> promise) {
        InetAddress[] addresses;
        try {
            addresses = InetAddress.getAllByName(host);
        } catch (UnknownHostException | RuntimeException x) {
            promise.failed(x);
            return;
        }
        tell(addresses, null, port, promise);
    }

    private static void tell(
            InetAddress @Nullable [] addresses,
            @Nullable Throwable failure,
            int port,
            Promise<List<InetSocketAddress>> promise) {
        if (addresses == null) {
            promise.failed(failure);
            return;
        }
        List<InetSocketAddress> withPort;
        try {
            withPort = Stream.of(addresses)
                    .map(address -> new InetSocketAddress(address, port))
                    .toList();
        } catch (IllegalArgumentException x) {
            promise.failed(x);
            return;
        }
        promise.succeeded(withPort);
    }

    /** Whether the JDK reads {@code host} as an address, without asking anybody. */
    private static boolean isLiteral(String host) {
        return host.indexOf(':') >= 0 || host.chars().allMatch(c -> c == '.' || Character.isDigit(c));
    }
}
