package dev.medley.loadtest.driver.result;

import static dev.medley.loadtest.driver.Plans.get;
import static dev.medley.loadtest.driver.Plans.millis;
import static dev.medley.loadtest.driver.Plans.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.medley.loadtest.driver.plan.Phase;
import dev.medley.stubs.raw.Misbehaviour;
import dev.medley.stubs.raw.RawPartner;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

class LoadResultTest {

    @TempDir
    private Path folder;

    @Test
    void isTheSameAfterItWasWrittenAndRead() throws IOException {
        try (RawPartner partner = RawPartner.script(
                Misbehaviour.OK, Misbehaviour.RESET_BEFORE_HEADERS, Misbehaviour.BODY_ON_204, Misbehaviour.OK)) {
            LoadResult result = run(get(partner.uri(), "/").warmUp(millis(100)).open(Phase.ofRate(50, millis(200))));
            Path file = folder.resolve("result.json");

            result.writeJson(file);

            assertThat(JsonMapper.shared().readValue(Files.readString(file), LoadResult.class))
                    .isEqualTo(result);
            assertThat(result.total().started()).isEqualTo(10);
            assertThat(file).content().contains("\"throughput\"", "\"p99Millis\"", "\"series\"");
        }
    }

    @Test
    void keepsTheWholeHistogram() throws DataFormatException {
        Histogram micros = Latency.newHistogram();
        for (int i = 1; i <= 1000; i++) {
            micros.recordValue(i * 1000L);
        }

        Latency latency = Latency.of(micros);

        assertThat(latency.count()).isEqualTo(1000);
        assertThat(latency.minMillis()).isCloseTo(1, within(0.01));
        assertThat(latency.meanMillis()).isCloseTo(500.5, within(1.0));
        assertThat(latency.p99Millis()).isCloseTo(990, within(1.0));
        assertThat(latency.maxMillis()).isCloseTo(1000, within(1.0));
        assertThat(Histogram.decodeFromCompressedByteBuffer(
                        ByteBuffer.wrap(Base64.getDecoder().decode(latency.histogram())), 1))
                .isEqualTo(micros);
    }

    @Test
    void isZeroWithoutAnyRequest() {
        Latency none = Latency.of(Latency.newHistogram());

        assertThat(none.minMillis()).isZero();
        assertThat(none.maxMillis()).isZero();
        assertThat(Latency.micros(-5)).isZero();
    }
}
