package dev.medley.context;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.context.ContextRegistry;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.MDC;

/** Callbacks and accessors that break the rules. */
class ContextMisuseTest {

    private static final String KEY = "context-misuse-test";
    private static final ThreadLocal<@Nullable String> USER = new ThreadLocal<>();
    private static final ThreadLocal<@Nullable Object> LOCAL = new ThreadLocal<>();

    @AfterEach
    void clear() {
        ContextRegistry.getInstance().removeThreadLocalAccessor(KEY);
        USER.remove();
        MDC.clear();
    }

    @Test
    void anAccessorThatFailsStopsNoTaskAndNoOtherAccessor() {
        ContextRegistry.getInstance()
                .registerThreadLocalAccessor(
                        KEY,
                        () -> {
                            throw new IllegalStateException("no value");
                        },
                        value -> {},
                        () -> {
                            throw new IllegalStateException("not cleared");
                        });
        AtomicReference<@Nullable String> seen = new AtomicReference<>();
        MDC.put("city", "Rome");
        Context captured = Context.capture();
        MDC.clear();

        captured.run(() -> seen.set(MDC.get("city")));

        assertThat(seen).hasValue("Rome");
        assertThat(MDC.get("city")).isNull();
    }

    @Test
    void aValueThatAnAccessorDoesNotSetLeavesNoneOfAnotherRequest() {
        ContextRegistry.getInstance()
                .registerThreadLocalAccessor(
                        KEY,
                        USER::get,
                        value -> {
                            if (value.equals("refused")) {
                                throw new IllegalStateException("not set");
                            }
                            USER.set(value);
                        },
                        USER::remove);
        USER.set("refused");
        Context captured = Context.capture();
        USER.set("another one's");
        AtomicReference<@Nullable String> seen = new AtomicReference<>("never ran");

        captured.run(() -> seen.set(USER.get()));

        assertThat(seen).hasValue(null);
        assertThat(USER.get()).isEqualTo("another one's");
    }

    @Test
    @SuppressWarnings("ThreadLocalUsage") // Registered for this test only.
    void aValueWhoseEqualsFailsStopsNoTask() {
        Context.register(KEY, LOCAL);
        AtomicReference<@Nullable Object> seen = new AtomicReference<>();
        LOCAL.set(new Object() {
            @Override
            public boolean equals(Object other) {
                throw new IllegalStateException("not to be compared");
            }

            @Override
            public int hashCode() {
                return 1;
            }
        });

        Context.capture().run(() -> {
            LOCAL.set("own");
            Context.capture().run(() -> seen.set(LOCAL.get()));
        });
        Context.capture().run(() -> Context.capture().run(() -> seen.set(LOCAL.get())));

        assertThat(seen.get()).isSameAs(LOCAL.get());
        LOCAL.remove();
    }

    @Test
    void anExecutorThatIsNotWrappedCarriesNothing() {
        Queue<Runnable> submitted = new ArrayDeque<>();
        AtomicReference<@Nullable String> seen = new AtomicReference<>("never ran");
        Context.captureWith("request-id", "7").run(() -> submitted.add(() -> seen.set(MDC.get("request-id"))));

        submitted.remove().run();

        assertThat(seen).hasValue(null);
    }
}
