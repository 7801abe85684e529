package dev.medley.stubs;

import static dev.medley.stubs.Soon.soon;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.eclipse.jetty.client.CompletableResponseListener;
import org.eclipse.jetty.client.ContentResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ConcurrencyTest {

    @RegisterExtension
    static final Clients CLIENTS = new Clients();

    @ParameterizedTest
    @EnumSource
    void asManyRequestsAreWorkedOnAsMayAndTheOthersWaitInOrder(Protocol protocol) {
        ManualTimer timer = new ManualTimer(50);
        try (PartnerStubs stubs =
                PartnerStubs.builder().concurrency(3).timer(timer).start()) {
            List<CompletableFuture<ContentResponse>> answers = Stream.generate(() -> new CompletableResponseListener(
                                    CLIENTS.of(protocol).newRequest(stubs.uri() + "/partner/1?delay=50"))
                            .send())
                    .limit(7)
                    .toList();
            soon().until(stubs::requests, count -> count == 7);
            soon().until(timer::waiting, count -> count == 3);

            assertThat(answers).noneMatch(CompletableFuture::isDone);
            soon().until(
                            () -> {
                                assertThat(timer.waiting()).isLessThanOrEqualTo(3);
                                timer.pass();
                                return answers.stream()
                                        .filter(CompletableFuture::isDone)
                                        .count();
                            },
                            count -> count == 7);
            assertThat(answers)
                    .allSatisfy(answer -> assertThat(answer.get().getStatus()).isEqualTo(200));
            soon().until(stubs::inFlight, count -> count == 0);
        }
    }

    @Test
    void aNumberOfRequestsThatCannotBeIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PartnerStubs.builder().concurrency(-1))
                .withMessage("concurrency is -1, but must be from 0 to 1000000");
    }
}
