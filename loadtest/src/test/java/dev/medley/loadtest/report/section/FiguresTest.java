package dev.medley.loadtest.report.section;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.loadtest.report.ExampleReport;
import dev.medley.loadtest.report.Xml;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FiguresTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0|0",
                "-0.0|0",
                "16|16",
                "16800|16,800",
                "1234.5|1,235",
                "123.456|123.5",
                "12.3456|12.35",
                "1.23456|1.235",
                "0.001|0.001",
                "0.00123456|0.001235",
                "0.1|0.1",
                "1e12|1e12",
                "-2.5e-7|-2.5e-7",
                "NaN|n/a",
                "Infinity|n/a",
            })
    void hasTheDigitsWorthReading(double number, String text) {
        assertThat(Figures.format(number)).isEqualTo(text);
    }

    @Test
    void hasAsManyDecimalsAsAskedFor() {
        assertThat(Figures.fixed(0.001, 4)).isEqualTo("0.0010");
        assertThat(Figures.fixed(1012.5, 0)).isEqualTo("1,013");
        assertThat(Figures.fixed(Double.NaN, 2)).isEqualTo("n/a");
    }

    @Test
    void readsTheSameInAnyLanguage() {
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
        try {
            assertThat(Figures.format(1234567.5)).isEqualTo("1,234,568");
            assertThat(Xml.page(ExampleReport.build()).texts("//td").toString()).containsPattern("[0-9]");
        } finally {
            Locale.setDefault(before);
        }
    }
}
