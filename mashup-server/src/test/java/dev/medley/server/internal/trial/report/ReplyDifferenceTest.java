package dev.medley.server.internal.trial.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.server.recording.RecordedBody;
import dev.medley.server.recording.RunReply;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReplyDifferenceTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"a\":[1,{\"b\":2}]} | {\"a\":[1,{\"b\":3}]} | at /a/1/b: 2 in the recording, but 3 now",
                "{\"a\":1,\"b\":2} | {\"a\":1} | at /b: 2 in the recording, but nothing now",
                "[1,2] | [1] | at the top: [1,2] in the recording, but [1] now",
                "[1] | x | [1] in the recording, but x now",
                "x | y | x in the recording, but y now"
            })
    void theFirstDifferenceIsNamed(String recorded, String now, String difference) {
        assertThat(ReplyDifference.of(reply(200, recorded), reply(200, now), null))
                .isEqualTo(difference);
    }

    @Test
    void aStatusIsCompared() {
        assertThat(ReplyDifference.of(reply(200, "1"), reply(404, "1"), null))
                .isEqualTo("status 200 in the recording, but 404 now");
    }

    @Test
    void blanksAndTheOrderOfMembersMakeNoDifference() {
        assertThat(ReplyDifference.of(reply(200, "{\"a\": 1, \"b\":2}"), reply(200, "{\"b\":2,\"a\":1}"), null))
                .isNull();
    }

    @Test
    void theManifestIsNotCompared() {
        RunReply recorded = reply(200, "{\"a\":1,\"how\":{\"ms\":1}}");
        RunReply now = reply(200, "{\"a\":1,\"how\":{\"ms\":2}}");

        assertThat(ReplyDifference.of(recorded, now, "how")).isNull();
        assertThat(ReplyDifference.of(recorded, now, null)).startsWith("at /how/ms");
    }

    @Test
    void theTimesInAReplyInPartsAreNotCompared() {
        assertThat(ReplyDifference.of(parts("data: {\"ms\":1.5}\n\n"), parts("data: {\"ms\":20}\n\n"), null))
                .isNull();
        assertThat(ReplyDifference.of(parts("data: {\"a\":1}\n\n"), parts("data: {\"a\":2}\n\n"), null))
                .isNotNull();
    }

    private static RunReply parts(String body) {
        return new RunReply(
                200,
                Map.of("Content-Type", List.of("text/event-stream;charset=utf-8")),
                RecordedBody.of(body.getBytes(UTF_8)));
    }

    private static RunReply reply(int status, String body) {
        return new RunReply(status, Map.of(), RecordedBody.of(body.getBytes(UTF_8)));
    }
}
