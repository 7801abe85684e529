package dev.medley.loadtest.jmeter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultsFileTest {

    private static final String NAMES = "timeStamp,elapsed,label,responseCode,failureMessage,success\n";

    private final List<JMeterSample> samples = new ArrayList<>();

    @TempDir
    Path directory;

    private Path path;

    @BeforeEach
    void name() {
        path = directory.resolve("results.jtl");
    }

    @Test
    void aLineIsASampleWhateverElseStandsInIt() throws Exception {
        read(NAMES + "1000,12,request,200,,true\n1005,7,request,500,\"expected to equal /\n200/\",false\n");

        assertThat(samples)
                .containsExactly(new JMeterSample(1000, 12, true, "200"), new JMeterSample(1005, 7, false, "500"));
    }

    @Test
    void columnsAreFoundByTheirNames() throws Exception {
        read("success,responseCode,elapsed,timeStamp\ntrue,204,3,900\n");

        assertThat(samples).containsExactly(new JMeterSample(900, 3, true, "204"));
    }

    @Test
    void aFileThatGrowsIsReadOn() throws Exception {
        Files.writeString(path, NAMES + "1,1,r,200,,true\n2,1,r,2");
        try (ResultsFile file = new ResultsFile(path)) {
            file.readOn(samples::add);
            assertThat(samples).hasSize(1);

            Files.writeString(path, "00,,true\n3,1,r,200,,true\n", StandardOpenOption.APPEND);
            file.readOn(samples::add);
            assertThat(samples).extracting(JMeterSample::start).containsExactly(1L, 2L, 3L);
        }
    }

    @Test
    void aFileWithoutTheNamesOfTheColumnsIsRefused() {
        assertThatThrownBy(() -> read("1000,12,request,200,,true\n"))
                .isInstanceOf(JMeterException.class)
                .hasMessageContaining("results.jtl holds no results of JMeter in CSV")
                .hasMessageContaining("1000,12,request");
    }

    @Test
    void aLineThatIsNoSampleIsShown() {
        assertThatThrownBy(() -> read(NAMES + "2026/01/01 10:00:00,12,request,200,,true\n"))
                .isInstanceOf(JMeterException.class)
                .hasMessageContaining("2026/01/01 10:00:00,12,request");
        assertThatThrownBy(() -> read(NAMES + "1000\n"))
                .isInstanceOf(JMeterException.class)
                .hasMessageContaining("times in milliseconds: 1000");
    }

    private void read(String text) throws IOException {
        Files.writeString(path, text);
        try (ResultsFile file = new ResultsFile(path)) {
            file.readOn(samples::add);
        }
    }
}
