package dev.medley.context;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.micrometer.context.ContextRegistry;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.MDC;

class ContextTest {

    private static final String KEY = "context-test";
    private static final ThreadLocal<List<String>> VISITED = new ThreadLocal<>();

    private final ThreadLocal<String> tenant = new ThreadLocal<>();

    @AfterEach
    void clear() {
        ContextRegistry.getInstance().removeThreadLocalAccessor(KEY);
        MDC.clear();
    }

    @Test
    void aTaskFindsTheMdcOfTheThreadThatCapturedIt() {
        MDC.put("city", "Rome");
        Context captured = Context.capture();
        MDC.put("city", "Oslo");

        captured.run(() -> assertThat(MDC.get("city")).isEqualTo("Rome"));

        assertThat(MDC.get("city")).isEqualTo("Oslo");
    }

    @Test
    @SuppressWarnings("ThreadLocalUsage") // Registered for this test only.
    void aTaskFindsTheObjectItselfAndNotAnEqualOne() {
        Context.register(KEY, VISITED);
        List<String> first = new ArrayList<>();
        List<String> second = new ArrayList<>();

        Context.capture().run(() -> {
            VISITED.set(first);
            Context.capture();
            VISITED.set(second);
            Context.capture().run(() -> VISITED.get().add("Rome"));
        });

        assertThat(first).isEmpty();
        assertThat(second).containsExactly("Rome");
    }

    @Test
    void aTaskFindsNothingThatTheThreadHasOfAnotherRequest() {
        Context empty = Context.capture();
        MDC.put("city", "Oslo");

        empty.run(() -> assertThat(MDC.get("city")).isNull());

        assertThat(MDC.get("city")).isEqualTo("Oslo");
    }

    @Test
    void whatATaskPutsAndDoesNotRemoveIsRemoved() {
        Context empty = Context.capture();

        empty.run(() -> MDC.put("city", "Rome"));

        assertThat(MDC.get("city")).isNull();
    }

    @Test
    void aTaskThatThrowsLeavesNothing() {
        Context empty = Context.capture();

        assertThatIllegalStateException()
                .isThrownBy(() -> empty.run(() -> {
                    MDC.put("city", "Rome");
                    throw new IllegalStateException("the task's own");
                }));

        assertThat(MDC.get("city")).isNull();
    }

    @Test
    void aRegisteredThreadLocalIsCarriedAndRemoved() {
        Context.register(KEY, tenant);
        tenant.set("acme");
        Context captured = Context.capture();
        tenant.remove();

        captured.run(() -> {
            assertThat(tenant.get()).isEqualTo("acme");
            tenant.set("left behind");
        });

        assertThat(tenant.get()).isNull();
    }

    @Test
    void scopesWithinOneAnotherRestoreEachItsOwn() {
        MDC.put("city", "Rome");
        Context rome = Context.capture();
        MDC.put("city", "Oslo");
        Context oslo = Context.capture();

        rome.run(() -> {
            oslo.run(() -> assertThat(MDC.get("city")).isEqualTo("Oslo"));
            assertThat(MDC.get("city")).isEqualTo("Rome");
        });
    }

    @Test
    void equalContextsWithinAScopeAreOneObject() {
        Context outer = Context.captureWith("request-id", "7");
        outer.run(() -> {
            assertThat(Context.capture()).isSameAs(outer);
            MDC.put("city", "Rome");
            Context changed = Context.capture();
            assertThat(changed).isNotSameAs(outer).isSameAs(Context.capture());
        });
    }

    @Test
    void aValueThatIsAddedToACapturedContextIsNotSetOnTheThread() {
        MDC.put("request-id", "before");

        Context captured = Context.captureWith("request-id", "7");

        assertThat(MDC.get("request-id")).isEqualTo("before");
        captured.run(() -> assertThat(MDC.get("request-id")).isEqualTo("7"));
    }

    @Test
    void aValueThatIsAddedKeepsTheOthers() {
        MDC.put("city", "Rome");

        Context captured = Context.captureWith("request-id", "7");
        MDC.clear();

        captured.run(() -> {
            assertThat(MDC.get("city")).isEqualTo("Rome");
            assertThat(MDC.get("request-id")).isEqualTo("7");
        });
        assertThat(MDC.get("city")).isNull();
    }

    @Test
    void aCapturedMdcIsReadWithoutACopy() {
        MDC.put("city", "Rome");
        MdcAccessor mdc = new MdcAccessor();
        assertThat(mdc.getValue()).isSameAs(mdc.getValue()).containsOnlyKeys("city");
        MDC.put("city", "Oslo");
        assertThat(mdc.getValue()).containsEntry("city", "Oslo");
    }

    @Test
    void aCapturedMdcDoesNotChangeWithTheThread() {
        MDC.put("city", "Rome");
        Context rome = Context.capture();
        MDC.put("city", "Oslo");
        rome.run(() -> {
            MDC.put("city", "Bern");
            rome.run(() -> assertThat(MDC.get("city")).isEqualTo("Rome"));
            assertThat(MDC.get("city")).isEqualTo("Bern");
        });
        assertThat(MDC.get("city")).isEqualTo("Oslo");
    }

    @Test
    void anExecutorCarriesTheContextOfTheThreadThatSubmits() {
        Queue<Runnable> submitted = new ArrayDeque<>();
        AtomicReference<String> seen = new AtomicReference<>();
        MDC.put("city", "Rome");
        Context.carriedTo(submitted::add).execute(() -> seen.set(MDC.get("city")));
        MDC.clear();

        submitted.remove().run();

        assertThat(seen).hasValue("Rome");
        assertThat(MDC.get("city")).isNull();
    }
}
