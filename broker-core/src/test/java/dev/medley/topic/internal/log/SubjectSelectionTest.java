package dev.medley.topic.internal.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.topic.internal.subject.SubjectPattern;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SubjectSelectionTest {

    private final SubjectSelection selection = new SubjectSelection(SubjectPattern.parse("t.a"), 0);

    @Test
    void aReaderBeginsBehindAnyOffset() {
        append(3, 5, 6, 10);

        assertThat(after(0)).containsExactly(3L, 5L, 6L, 10L);
        assertThat(after(3)).containsExactly(5L, 6L, 10L);
        assertThat(after(4)).containsExactly(5L, 6L, 10L);
        assertThat(after(9)).containsExactly(10L);
        assertThat(after(10)).isEmpty();
    }

    @Test
    void aReaderEndsWhenItWantsNoMore() {
        append(1, 2, 3);
        List<Long> read = new ArrayList<>();

        selection.readAfter(0, message -> {
            read.add(message.offset());
            return read.size() < 2;
        });

        assertThat(read).containsExactly(1L, 2L);
    }

    @Test
    void theFirstMessagesGoAndOthersTakeTheirPlaces() {
        append(1, 2, 3);
        selection.removeFirst();
        selection.removeFirst();
        append(4, 5, 6, 7);

        assertThat(after(0)).containsExactly(3L, 4L, 5L, 6L, 7L);
        assertThat(selection.size()).isEqualTo(5);
        while (!selection.isEmpty()) {
            selection.removeFirst();
        }
        assertThat(selection.first()).isNull();
        append(8);
        assertThat(after(7)).containsExactly(8L);
    }

    private void append(long... offsets) {
        for (long offset : offsets) {
            selection.append(new LogMessage("e", offset, "t.a", new byte[0], 0, new LogCounts()));
        }
    }

    private List<Long> after(long offset) {
        List<Long> read = new ArrayList<>();
        selection.readAfter(offset, message -> read.add(message.offset()));
        return read;
    }
}
