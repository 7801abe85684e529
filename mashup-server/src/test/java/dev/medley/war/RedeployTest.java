package dev.medley.war;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.lang.ref.WeakReference;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Fault 62: a WAR that is redeployed again and again under load. The script {@code loadtest/life/run redeploy} does it a hundred
 * times.
 */
class RedeployTest {

    private static final int REDEPLOYS = Integer.getInteger("medley.life.redeploys", 6);
    private static final int CLIENTS = 4;

    @TempDir
    private Path scratch;

    private final AtomicBoolean over = new AtomicBoolean();
    private final AtomicLong replies = new AtomicLong();
    private final Queue<String> failures = new ConcurrentLinkedQueue<>();

    @ParameterizedTest
    @EnumSource
    void noClassLoaderThreadOrConnectionIsLeft(Container.Kind kind) throws Exception {
        List<WeakReference<ClassLoader>> loaders = new ArrayList<>();
        try (Product product = new Product(scratch);
                Container container = product.start(kind, "")) {
            List<Thread> clients = Stream.generate(() -> new Thread(() -> ask(container), "client"))
                    .limit(CLIENTS)
                    .toList();
            clients.forEach(Thread::start);
            try {
                redeploy(product, container, loaders);
            } finally {
                over.set(true);
                for (Thread client : clients) {
                    client.join();
                }
            }

            assertThat(failures).isEmpty();
            await().untilAsserted(() -> {
                System.gc();
                assertThat(loaders.stream().filter(loader -> loader.get() != null))
                        .isEmpty();
            });
        }
    }

    private void redeploy(Product product, Container container, List<WeakReference<ClassLoader>> loaders)
            throws Exception {
        for (int i = 0; i < REDEPLOYS; i++) {
            loaders.add(new WeakReference<>(container.classLoader()));
            long before = replies.get();
            await().until(() -> replies.get() > before + CLIENTS);
            container.undeploy();
            await().untilAsserted(() -> assertThat(applicationThreads()).isEmpty());
            await().until(() -> product.stubs().connections() == 0);
            container.deploy();
        }
    }

    /** Asks on and on. While the application is away, the container says so. */
    private void ask(Container container) {
        while (!over.get()) {
            CompletableFuture<HttpResponse<String>> reply = Product.begin(container, "/trip?city=Oslo");
            try {
                int status = reply.get(50, TimeUnit.SECONDS).statusCode();
                if (status == 200) {
                    replies.incrementAndGet();
                } else if (status != 404 && status != 503) {
                    failures.add("status " + status);
                }
            } catch (Exception x) {
                failures.add(x.toString());
            }
        }
    }

    private static List<String> applicationThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("medley"))
                .toList();
    }
}
