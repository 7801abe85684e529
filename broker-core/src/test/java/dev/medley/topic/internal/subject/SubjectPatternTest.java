package dev.medley.topic.internal.subject;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Patterns match subjects as those of NATS do. */
class SubjectPatternTest {

    @ParameterizedTest
    @CsvSource({
        "prices, prices, true",
        "prices, prices.eur, false",
        "prices.*, prices.eur, true",
        "prices.*, prices, false",
        "prices.*, prices.eur.usd, false",
        "prices.>, prices.eur, true",
        "prices.>, prices.eur.usd, true",
        "prices.>, prices, false",
        "prices.*.usd, prices.eur.usd, true",
        "prices.*.usd, prices.eur.gbp, false",
        "prices.*.>, prices.eur.usd.spot, true",
        "prices.*.>, prices.eur, false",
        "trip.>, prices.eur, false",
    })
    void aPatternMatchesTokenByToken(String pattern, String subject, boolean matches) {
        assertThat(SubjectPattern.parse(pattern).matches(subject)).isEqualTo(matches);
    }

    @ParameterizedTest
    @CsvSource({
        "prices.>, prices.eur, true",
        "prices.>, prices.*, true",
        "prices.>, prices.>, true",
        "prices.>, prices.*.>, true",
        "prices.*, prices.>, false",
        "prices.*, prices.*, true",
        "prices.*.>, prices.>, false",
        "prices.eur, prices.*, false",
        "prices.*.usd, prices.eur.*, false",
        "prices.>, trip.>, false",
    })
    void aPatternCoversAnotherIfItHasAllItsSubjects(String pattern, String other, boolean covers) {
        assertThat(SubjectPattern.parse(pattern).covers(SubjectPattern.parse(other)))
                .isEqualTo(covers);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''           | a subject has 1 to 255 characters, not 0",
                "'prices.'    | a subject has no empty token",
                "'.prices'    | a subject has no empty token",
                "'prices..eur'| a subject has no empty token",
                "'*'          | a subject begins with the name of its topic, and not with *",
                "'>'          | a subject begins with the name of its topic, and not with >",
                "'prices.>.a' | a token of a subject has letters, digits and _~$:@=+- only; * is a token of its own, and > the last one",
                "'prices.e*'  | a token of a subject has letters, digits and _~$:@=+- only; * is a token of its own, and > the last one",
                "'prices.a b' | a token of a subject has letters, digits and _~$:@=+- only; * is a token of its own, and > the last one",
                "'a.b.c.d.e.f.g.h.i.j.k.l.m.n.o.p.q' | a subject has at most 16 tokens, not 17",
            })
    void whatIsNoPatternIsRefusedWithTheReason(String text, String reason) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SubjectPattern.parse(text))
                .withMessage(reason);
    }

    @Test
    void aSubjectHasNoWildcard() {
        assertThat(SubjectPattern.topicOf("prices.eur")).isEqualTo("prices");
        assertThatIllegalArgumentException().isThrownBy(() -> SubjectPattern.topicOf("prices.*"));
        assertThatIllegalArgumentException().isThrownBy(() -> SubjectPattern.topicOf("prices.>"));
        assertThatIllegalArgumentException().isThrownBy(() -> SubjectPattern.topicOf("x".repeat(256)));
    }

    @Test
    void aTreeFindsThePatternsThatMatch() {
        Random random = new Random(1);
        PatternTree<SubjectPattern> tree = new PatternTree<>();
        TreeSet<String> patterns = new TreeSet<>();
        for (int i = 0; i < 300; i++) {
            String pattern = "t." + tokens(random, List.of("a", "b", "*")) + (random.nextInt(3) == 0 ? ".>" : "");
            patterns.add(pattern);
            tree.computeIfAbsent(SubjectPattern.parse(pattern), made -> made);
        }
        for (int i = 0; i < 300; i++) {
            String removed = "t." + tokens(random, List.of("a", "b", "*"));
            if (patterns.remove(removed)) {
                tree.remove(SubjectPattern.parse(removed));
            }
            String subject = "t." + tokens(random, List.of("a", "b", "c"));
            TreeSet<String> found = new TreeSet<>();
            tree.forEachMatch(
                    subject,
                    pattern -> assertThat(found.add(pattern.toString())).isTrue());
            assertThat(found)
                    .isEqualTo(new TreeSet<>(patterns.stream()
                            .filter(pattern -> SubjectPattern.parse(pattern).matches(subject))
                            .toList()));
        }
        patterns.forEach(pattern -> tree.remove(SubjectPattern.parse(pattern)));
        assertThat(tree.isEmpty()).isTrue();
    }

    private static String tokens(Random random, List<String> from) {
        StringBuilder tokens = new StringBuilder(from.get(random.nextInt(from.size())));
        for (int more = random.nextInt(3); more > 0; more--) {
            tokens.append('.').append(from.get(random.nextInt(from.size())));
        }
        return tokens.toString();
    }
}
