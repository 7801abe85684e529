package dev.medley.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.platform.testkit.engine.EngineTestKit;

class MedleyExtensionLifecycleTest {

    private static final List<Integer> PORTS = new ArrayList<>();

    @Test
    void aStaticFieldStartsOncePerClassAndAnotherPerTest() {
        assertThat(portsOf(OfTheClass.class)).hasSize(3).containsOnly(PORTS.get(0));
        assertThat(portsOf(OfTheTest.class)).hasSize(2);
        assertThat(portsOf(OfTheInstance.class)).hasSize(2);
    }

    @Test
    void aFieldOfASuperclassStartsAgainForEachClass() {
        assertThat(portsOf(FirstOfAll.class)).hasSize(1);
        assertThat(portsOf(SecondOfAll.class)).hasSize(1);
    }

    @Test
    void theServerEndsWithTheTests() {
        portsOf(OfTheClass.class);

        assertThatThrownBy(OfTheClass.MEDLEY::server).isInstanceOf(IllegalStateException.class);
        assertThat(Thread.getAllStackTraces().keySet())
                .noneMatch(thread -> thread.isAlive() && thread.getName().startsWith("medley"));
    }

    private static List<Integer> portsOf(Class<?> tests) {
        PORTS.clear();
        EngineTestKit.engine("junit-jupiter")
                .selectors(selectClass(tests))
                .execute()
                .testEvents()
                .assertStatistics(events -> events.failed(0).aborted(0));
        return List.copyOf(PORTS);
    }

    private static void called(MedleyExtension medley) {
        assertThat(medley.get("/city?name=Rome").statusCode()).isEqualTo(200);
        PORTS.add(medley.server().port());
    }

    static class OfTheClass {

        @RegisterExtension
        static final MedleyExtension MEDLEY = MedleyExtension.of(new CityServlet(), "weather", "news");

        @Test
        void first() {
            called(MEDLEY);
        }

        @Nested
        class Inner {

            @Test
            void second() {
                called(MEDLEY);
            }
        }

        @AfterAll
        static void isStillThere() {
            called(MEDLEY);
        }
    }

    static class OfTheTest {

        @RegisterExtension
        final MedleyExtension medley = MedleyExtension.of(new CityServlet(), "weather", "news");

        @Test
        void first() {
            called(medley);
        }

        @Test
        void second() {
            called(medley);
        }
    }

    @TestInstance(TestInstance.Lifecycle.PER_CLASS)
    static class OfTheInstance {

        @RegisterExtension
        final MedleyExtension medley = MedleyExtension.of(new CityServlet(), "weather", "news");

        @Test
        void first() {
            called(medley);
        }

        @Test
        void second() {
            called(medley);
        }
    }

    abstract static class Base {

        @RegisterExtension
        static final MedleyExtension MEDLEY = MedleyExtension.of(new CityServlet(), "weather", "news");
    }

    static class FirstOfAll extends Base {

        @Test
        void first() {
            called(MEDLEY);
        }
    }

    static class SecondOfAll extends Base {

        @Test
        void second() {
            called(MEDLEY);
        }
    }
}
