package dev.medley.server.internal.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.medley.config.ConfigurationException;
import dev.medley.config.internal.Configuration;
import dev.medley.server.internal.declaration.ServerConfiguration;
import dev.medley.server.internal.declared.DeclaredMashups;
import dev.medley.server.internal.mashups.MashupFolder;
import dev.medley.server.internal.samples.FanoutServlet;
import dev.medley.server.internal.samples.PassServlet;
import dev.medley.server.internal.samples.PricesServlet;
import dev.medley.server.internal.samples.SampleMashups;
import dev.medley.servlet.MashupServlet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ServedTest {

    private static final String PARTNERS = """
            partners:
              weather: {url: 'http://127.0.0.1:9001'}
              hotels: {url: 'http://127.0.0.1:9002'}
              news: {url: 'http://127.0.0.1:9003/base'}
            """;

    @Test
    void theSamplesAreServedOnlyIfTheConfigurationPermitsThem() {
        assertThat(SampleMashups.of(configuration(PARTNERS))).isEmpty();
        assertThat(SampleMashups.of(configuration("server: {samples: false}\n" + PARTNERS)))
                .isEmpty();
        assertThat(SampleMashups.of(
                        configuration("server: {samples: true}\ntopics: {sample-prices: {public: true}}\n" + PARTNERS)))
                .extracting(MashupServlet::getClass)
                .isEqualTo(SampleMashups.classes());
    }

    @Test
    void theSampleOfATopicIsServedWithItsTopicOnly() {
        assertThat(SampleMashups.of(configuration("server: {samples: true}\n" + PARTNERS)))
                .hasSize(3)
                .noneMatch(PricesServlet.class::isInstance);
    }

    @Test
    void aSampleWhosePartnersAreNotConfiguredIsNotServed() {
        Configuration others =
                configuration("server: {samples: true}\npartners: {p0: {url: 'http://127.0.0.1:9001'}}\n");

        assertThat(SampleMashups.of(others)).hasOnlyElementsOfTypes(FanoutServlet.class, PassServlet.class);
    }

    @Test
    void nothingToServeIsAnError() {
        Configuration none = configuration(PARTNERS);

        assertThatThrownBy(() -> new Served(
                        none, SampleMashups.of(none), MashupFolder.none(), DeclaredMashups.none(), List.of()))
                .isInstanceOf(ConfigurationException.class)
                .hasMessage("nothing to serve: expected mashups with exchanges in the configuration, --mashups DIR (or"
                        + " MEDLEY_MASHUPS) with your own, or server.samples: true for the sample mashups");
    }

    @Test
    void theSummaryNamesMashupsAndPartners() {
        Configuration samples = configuration("server: {samples: true}\n" + PARTNERS);

        assertThat(new Served(
                                samples,
                                SampleMashups.of(samples),
                                MashupFolder.none(),
                                DeclaredMashups.none(),
                                List.of())
                        .summary())
                .containsExactly(
                        "Mashups: /trip (sample), /fanout (sample), /pass (sample)",
                        "Partners: weather at http://127.0.0.1:9001, hotels at http://127.0.0.1:9002,"
                                + " news at http://127.0.0.1:9003/base");
    }

    private static Configuration configuration(String yaml) {
        return ServerConfiguration.READER.parse("medley.yaml", yaml, Map.of(), Map.of());
    }
}
