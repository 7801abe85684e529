package dev.medley.server.internal.admin.log;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LogTextTest {

    @Test
    void printableTextIsUnchanged() {
        assertThat(LogText.escaped("GET /trip?city=Rome&x=%20;~")).isEqualTo("GET /trip?city=Rome&x=%20;~");
    }

    @Test
    void nothingCanEndTheLineOrLeaveTheQuotes() {
        assertThat(LogText.escaped("a\r\nb\u2028c\u0085d\0e\u001b[31mf\"g\\h"))
                .isEqualTo("a\\u000d\\u000ab\\u2028c\\u0085d\\u0000e\\u001b[31mf\\\"g\\\\h");
    }

    @Test
    void longTextIsTruncated() {
        assertThat(LogText.escaped("x".repeat(5000))).hasSize(1027).endsWith("x...");
    }

    @Test
    void longTextIsNotCutWithinAPair() {
        String most = "x".repeat(1023);

        assertThat(LogText.shortened(most + "\ud83d\ude00")).isEqualTo(most + "...");
        assertThat(LogText.shortened(most + "yz")).isEqualTo(most + "y...");
        assertThat(LogText.shortened(most + "y")).isEqualTo(most + "y");
    }
}
