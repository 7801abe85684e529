package dev.medley.connection.internal.jetty;

import dev.medley.connection.internal.address.Address;
import dev.medley.connection.internal.address.NameLookUp;
import dev.medley.connection.internal.address.ServiceAddress;
import dev.medley.connection.internal.address.ServiceLookUp;
import dev.medley.connection.internal.address.ServiceName;
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
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.eclipse.jetty.util.Promise;
import org.eclipse.jetty.util.SocketAddressResolver;
import org.jspecify.annotations.Nullable;

/**
 * Resolves names to addresses without blocking a thread of the pool. The system's resolver blocks, for seconds at worst,
 * so each name that is being looked up has a thread of its own. A second request for the same name joins the look-up
 * that is under way; so there are never more threads than names, and a name whose server hangs delays no other name.
 * Literal addresses need no resolver.
 *
 * <p>The JVM caches the answers ({@code networkaddress.cache.ttl}, 30 s unless set). The connect time-out bounds how long
 * a connection waits for a look-up.
 */
public final class NameResolver implements SocketAddressResolver, AutoCloseable {

    private static final long KEEP_SECONDS = 10;

    private final Executor pool;
    private final NameLookUp system;
    private final ServiceLookUp services;
    private final Map<String, CompletableFuture<InetAddress[]>> names = new ConcurrentHashMap<>();
    private final Map<ServiceName, CompletableFuture<List<ServiceAddress>>> serviceNames = new ConcurrentHashMap<>();
    private final ExecutorService threads;

    /** Creates a resolver that queries {@code system} in place of the system. */
    public NameResolver(Executor pool, NameLookUp system) {
        this.pool = pool;
        this.system = system;
        services = new ServiceLookUp(system);
        threads = new ThreadPoolExecutor(
                0, Integer.MAX_VALUE, KEEP_SECONDS, TimeUnit.SECONDS, new SynchronousQueue<>(), job -> {
                    Thread thread = new Thread(job, "medley-names");
                    thread.setDaemon(true);
                    return thread;
                });
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // The promise gets the result.
    public void resolve(String host, int port, Map<String, Object> context, Promise<List<InetSocketAddress>> promise) {
        if (Address.isLiteral(host)) {
            completeLiteral(host, port, promise);
            return;
        }
        lookedUp(host)
                .whenComplete((addresses, failure) -> pool.execute(() -> complete(addresses, failure, port, promise)));
    }

    /** Looks {@code host} up, and calls {@code whenDone} on the pool with the addresses or the failure. */
    @SuppressWarnings("FutureReturnValueIgnored") // The callback gets the result.
    public void lookUp(String host, BiConsumer<@Nullable List<InetAddress>, @Nullable Throwable> whenDone) {
        lookedUp(host)
                .whenComplete((addresses, failure) ->
                        pool.execute(() -> whenDone.accept(addresses == null ? null : List.of(addresses), failure)));
    }

    /** As above, the addresses of a service. */
    @SuppressWarnings("FutureReturnValueIgnored") // The callback gets the result.
    public void lookUp(ServiceName service, BiConsumer<@Nullable List<ServiceAddress>, @Nullable Throwable> whenDone) {
        lookedUp(service, serviceNames, () -> services.of(service))
                .whenComplete((addresses, failure) -> pool.execute(() -> whenDone.accept(addresses, failure)));
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }

    private CompletableFuture<InetAddress[]> lookedUp(String host) {
        return lookedUp(host, names, () -> system.of(host));
    }

    /** Returns the result of the look-up of {@code name} that is {@code underWay}, or of one that begins now. */
    private <K, V> CompletableFuture<V> lookedUp(K name, Map<K, CompletableFuture<V>> underWay, Blocking<V> lookUp) {
        CompletableFuture<V> mine = new CompletableFuture<>();
        CompletableFuture<V> others = underWay.putIfAbsent(name, mine);
        if (others != null) {
            return others;
        }
        try {
            threads.execute(() -> complete(mine, lookUp, () -> underWay.remove(name, mine)));
        } catch (RuntimeException | Error x) {
            underWay.remove(name, mine);
            mine.completeExceptionally(new UnknownHostException(name + " cannot be looked up: closed, or no thread"));
        }
        return mine;
    }

    private static <V> void complete(CompletableFuture<V> answer, Blocking<V> lookUp, Runnable ended) {
        try {
            V addresses = lookUp.addresses();
            ended.run();
            answer.complete(addresses);
        } catch (UnknownHostException | RuntimeException | Error x) {
            // The connect waits for an answer, also after an Error.
            ended.run();
            answer.completeExceptionally(x);
        }
    }

    private interface Blocking<V> {

        V addresses() throws UnknownHostException;
    }

    private static void completeLiteral(String host, int port, Promise<List<InetSocketAddress>> promise) {
        InetAddress[] addresses;
        try {
            addresses = InetAddress.getAllByName(host);
        } catch (UnknownHostException | RuntimeException x) {
            promise.failed(x);
            return;
        }
        complete(addresses, null, port, promise);
    }

    private static void complete(
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
}
