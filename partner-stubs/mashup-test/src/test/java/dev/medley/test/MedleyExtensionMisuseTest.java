package dev.medley.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import dev.medley.stubs.PartnerStubs;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.testkit.engine.EngineTestKit;

class MedleyExtensionMisuseTest {

    @Test
    void aPartnerThatIsNotDeclaredIsNamedWithThoseThatAre() {
        assertThat(failuresOf(UnknownPartner.class))
                .hasSize(3)
                .allMatch(message -> message.contains(
                        "no partner 'wether': the partners of this MedleyExtension are [weather, news]"));
    }

    @Test
    void stubsWithoutTheNameOfAPartnerAreRefused() {
        assertThat(failuresOf(NoPartner.class))
                .singleElement()
                .asString()
                .contains("a parameter of type PartnerStubs needs the name of its partner, as in @Partner(\"news\")");
    }

    @Test
    void aFieldOfAnotherTypeIsRefused() {
        assertThat(failuresOf(OtherType.class))
                .singleElement()
                .asString()
                .contains("@Partner is for fields of type PartnerStubs");
    }

    @Test
    void aServerThatDoesNotStartSaysWhy() {
        assertThat(failuresOf(PortTaken.class))
                .singleElement()
                .asString()
                .contains("the server of the test did not start: server.port: cannot listen on 127.0.0.1:");
    }

    @Test
    void anExtensionThatDoesNotRunSaysHowItStarts() {
        MedleyExtension medley = MedleyExtension.of(new CityServlet(), "weather", "news");

        assertThatIllegalStateException()
                .isThrownBy(() -> medley.get("/city"))
                .withMessageContaining("Medley is not running")
                .withMessageContaining("@RegisterExtension");
    }

    @Test
    void aPartnerGivenTwiceOrWithABadNameIsRefused() {
        MedleyExtension.Builder builder = MedleyExtension.builder().partners("news");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.partner("news", settings -> {}))
                .withMessage("the partner news is given twice");
        assertThatIllegalArgumentException().isThrownBy(() -> builder.partners("new s"));
    }

    private static List<String> failuresOf(Class<?> tests) {
        return EngineTestKit.engine("junit-jupiter")
                .selectors(selectClass(tests))
                .execute()
                .allEvents()
                .finished()
                .stream()
                .map(event -> event.getRequiredPayload(TestExecutionResult.class))
                .flatMap(result -> result.getThrowable().stream())
                .map(failure -> failure.getMessage() + " / " + failure.getCause())
                .toList();
    }

    static class UnknownPartner {

        @RegisterExtension
        static final MedleyExtension MEDLEY = MedleyExtension.of(new CityServlet(), "weather", "news");

        @Test
        void called() {
            MEDLEY.stubs("wether");
        }

        @Test
        void injected(@Partner("wether") PartnerStubs stubs) {
            throw new AssertionError("not reached with " + stubs.recorded());
        }

        @Test
        void answered() {
            MEDLEY.stubs("wether").answer("GET", "/", 200, "");
        }
    }

    static class NoPartner {

        @RegisterExtension
        static final MedleyExtension MEDLEY = MedleyExtension.of(new CityServlet(), "weather", "news");

        @Test
        void injected(PartnerStubs stubs) {
            throw new AssertionError("not reached with " + stubs.recorded());
        }
    }

    static class OtherType {

        @RegisterExtension
        static final MedleyExtension MEDLEY = MedleyExtension.of(new CityServlet(), "weather", "news");

        @Partner("news")
        String news = "";

        @Test
        void injected() {
            throw new AssertionError("not reached with " + news);
        }
    }

    static class PortTaken {

        private static final PartnerStubs TAKEN = PartnerStubs.builder().start();

        @AfterAll
        static void close() {
            TAKEN.close();
        }

        @RegisterExtension
        static final MedleyExtension MEDLEY = MedleyExtension.builder()
                .partners("weather")
                .mashup(new CityServlet())
                .settings(settings -> settings.port(TAKEN.port()))
                .build();

        @Test
        void started() {
            throw new AssertionError("not reached");
        }
    }
}
