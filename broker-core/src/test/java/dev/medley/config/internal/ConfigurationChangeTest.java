package dev.medley.config.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.config.MashupMode;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConfigurationChangeTest {

    private static final String RUNNING = """
            server:
              port: 8080
              deadline: 5s
            partners:
              weather:
                url: http://127.0.0.1:9001
              hotels:
                url: http://127.0.0.1:9002
            settings:
              currency: EUR
            """;

    @Test
    void nothingHasChangedWhereOnlyPlacesHave() {
        ConfigurationChange change = change("\n\n" + RUNNING);

        assertThat(change.changed()).isEmpty();
        assertThat(change.needRestart()).isEmpty();
    }

    @Test
    void changedPartnersAndChangeableKeysAreInEffect() {
        ConfigurationChange change = change("""
                server:
                  port: 8080
                  deadline: 6s
                  drain: 1s
                partners:
                  weather:
                    url: http://127.0.0.1:9009
                  news:
                    url: http://127.0.0.1:9003
                settings:
                  currency: EUR
                """);

        assertThat(change.changed())
                .containsExactly(
                        "server.deadline", "server.drain", "partners.hotels", "partners.news", "partners.weather");
        assertThat(change.needRestart()).isEmpty();
        assertThat(change.effective().deadline()).isEqualTo(Duration.ofSeconds(6));
        assertThat(change.effective().partners()).hasSize(2);
    }

    @Test
    void aKeyThatNeedsARestartIsNamedWithItsPlaceAndKeepsItsValue() {
        ConfigurationChange change = change("""
                server:
                  port: 9090
                  threads: 20
                  deadline: 5s
                partners:
                  weather:
                    url: http://127.0.0.1:9001
                  hotels:
                    url: http://127.0.0.1:9002
                mashups:
                  /trip:
                    max-concurrent: 5
                settings:
                  currency: USD
                """);

        assertThat(change.changed()).isEmpty();
        assertThat(change.needRestart())
                .containsExactly(
                        "medley.yaml:2:3: server.port",
                        "medley.yaml:3:3: server.threads",
                        "medley.yaml:12:5: mashups./trip.max-concurrent",
                        "settings.currency");
        assertThat(change.effective().server().port()).isEqualTo(8080);
        assertThat(change.effective().server().threads()).isEqualTo(16);
        assertThat(change.effective().mashups()).isEqualTo(MashupOptions.NONE);
    }

    /** They were compared by their execution alone: a new limit of a mashup went unnoticed. */
    @Test
    void eachOptionOfAMashupButItsExecutionNeedsARestart() {
        String server = "server: {admission: {max-concurrent: 100}}\n";
        Configuration running =
                Given.file(server + "mashups: {/trip: {max-concurrent: 10, priority: high}, /pass: {priority: low}}");
        Configuration read = Given.file(server + "mashups: {/trip: {max-concurrent: 20, priority: high}}");

        ConfigurationChange change = ConfigurationChange.between(running, read);

        assertThat(change.needRestart())
                .containsExactly(
                        "medley.yaml:2:19: mashups./trip.max-concurrent",
                        "medley.yaml:2:64: mashups./pass.priority (no longer given)");
        assertThat(change.effective().mashups()).isEqualTo(running.mashups());
    }

    @Test
    void theExecutionOfAMashupIsInEffectWhereTheServerKeepsItsMashups() {
        Configuration running = Given.file(
                "mashups: {/trip: {execution: pool, max-concurrent: 10}, /pass: {execution: pool}, /quote: {execution: async}}");
        Configuration read = Given.file(
                "mashups: {/trip: {execution: async, max-concurrent: 20}, /quote: {max-concurrent: 5}, /new: {execution: pool}}");

        ConfigurationChange change = ConfigurationChange.between(running, read);

        assertThat(change.changed())
                .containsExactly(
                        "mashups./new.execution",
                        "mashups./pass.execution",
                        "mashups./quote.execution",
                        "mashups./trip.execution");
        assertThat(change.needRestart())
                .containsExactly(
                        "medley.yaml:1:67: mashups./quote.max-concurrent",
                        "medley.yaml:1:37: mashups./trip.max-concurrent");
        MashupOptions effective = change.effective().mashups();
        assertThat(effective.execution(List.of("/trip"))).isEqualTo(MashupMode.ASYNC);
        assertThat(effective.execution(List.of("/pass"))).isNull();
        assertThat(effective.execution(List.of("/quote"))).isNull();
        assertThat(effective.execution(List.of("/new"))).isEqualTo(MashupMode.POOL);
        assertThat(effective.maxConcurrent(List.of("/trip"))).isEqualTo(10);
        assertThat(effective.maxConcurrent(List.of("/quote"))).isNull();
    }

    @Test
    void theExecutionOfADeclaredMashupThatTheServerDoesNotHaveNeedsARestart() {
        Configuration running = Given.file("server: {port: 8080}");
        Configuration read = Given.file("mashups: {/quote: {reply: {body: '1'}, execution: pool}}");

        ConfigurationChange change = ConfigurationChange.between(running, read);

        assertThat(change.changed()).isEmpty();
        assertThat(change.needRestart()).contains("medley.yaml:1:40: mashups./quote.execution");
        assertThat(change.effective().mashups()).isEqualTo(running.mashups());
    }

    @Test
    void mashupsAreNotReplacedForTheirExecution() {
        Configuration running = Given.file("mashups: {/trip: {execution: pool}}");
        Configuration read = Given.file("mashups: {/trip: {execution: async}}");

        assertThat(ConfigurationChange.mashupsDiffer(running, read)).isFalse();
    }

    @Test
    void aServerThatReplacesItsMashupsTakesTheirOptionsAndSettingsOver() {
        Configuration running = Given.file("mashups: {/trip: {execution: pool}}\nsettings: {currency: EUR}");
        Configuration read = Given.file("mashups: {/trip: {execution: async}}\nsettings: {currency: USD}");

        ConfigurationChange change = ConfigurationChange.between(running, read, true);

        assertThat(change.changed()).containsExactly("mashups./trip.execution", "settings.currency");
        assertThat(change.needRestart()).isEmpty();
        assertThat(change.effective().mashups()).isEqualTo(read.mashups());
        assertThat(change.effective().settings()).isEqualTo(read.settings());
        assertThat(ConfigurationChange.mashupsDiffer(running, read)).isTrue();
        assertThat(ConfigurationChange.mashupsDiffer(read, read)).isFalse();
    }

    @Test
    void aKeyThatIsNoLongerGivenIsNamedToo() {
        ConfigurationChange change =
                ConfigurationChange.between(Given.file("server: {port: 9090}"), Given.file("server: {drain: 10s}"));

        assertThat(change.needRestart()).containsExactly("medley.yaml:1:10: server.port (no longer given)");
    }

    @Test
    void aKeyStaysNamedUntilItHasItsOldValue() {
        Configuration running = Given.file("server: {port: 8080}");
        Configuration moved = Given.file("server: {port: 9090}");

        ConfigurationChange first = ConfigurationChange.between(running, moved);
        ConfigurationChange second = ConfigurationChange.between(first.effective(), moved);
        ConfigurationChange third = ConfigurationChange.between(second.effective(), running);

        assertThat(second.needRestart()).containsExactly("medley.yaml:1:10: server.port");
        assertThat(third.needRestart()).isEmpty();
    }

    @Test
    void otherCertificatesAreInEffectUnlessTlsIsTurnedOn() {
        Configuration plain = Given.file("server: {port: 8080}");
        Configuration first = Given.file("server: {tls: {certificate: [a.pem], key: [a.key]}}");
        Configuration second = Given.file("server: {tls: {certificate: [b.pem], key: [b.key]}}");

        assertThat(ConfigurationChange.between(first, second).changed())
                .containsExactly("server.tls.certificate", "server.tls.key");
        assertThat(ConfigurationChange.between(plain, first).needRestart())
                .containsExactly("medley.yaml:1:16: server.tls.certificate", "medley.yaml:1:38: server.tls.key");
    }

    private static ConfigurationChange change(String read) {
        return ConfigurationChange.between(Given.file(RUNNING), Given.file(read));
    }
}
