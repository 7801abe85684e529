package dev.medley.server.internal.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PathPatternTest {

    @ParameterizedTest
    @CsvSource({
        "/a, /a, true",
        "/a, /b, false",
        "/a, /a/, false",
        "/a, /a/b, false",
        "/, /, true",
        "/a/{x}, /a/1, true",
        "/a/{x}, /a/, false",
        "/a/{x}, /a/{y}, true",
        "/a/1, /a/{y}, true",
        "/a/{x}.json, /a/b.json, true",
        "/a/{x}.json, /a/.json, false",
        "/a/{x}.json, /a/b.xml, false",
        "/a/{x}.json, /a/{y}, true",
        "/a/{x}.json, /a/r-{y}, true",
        "/a/{x}.json, /a/{y}.xml, false",
        "/a/{x}-{y}, /a/2024-05, true",
        "/a/{x}-{y}, /a/2024, false",
        "/a/{x}{y}, /a/b, false",
        "/a/{x}{y}, /a/bc, true",
        "/a/user-{x}, /a/user-list, true",
        "/a/user-{x}, /a/group-list, false",
        "/a/{x}/c, /a/b/{y}, true",
        "/{x}/b, /{x}/c, false",
        "/a/{, /a/{, true"
    })
    void patternsMeetIfThereIsAPathOfBoth(String one, String other, boolean meet) {
        assertThat(PathPattern.ofTemplate(one).meets(PathPattern.ofTemplate(other)))
                .isEqualTo(meet);
        assertThat(PathPattern.ofTemplate(other).meets(PathPattern.ofTemplate(one)))
                .isEqualTo(meet);
    }

    @ParameterizedTest
    @CsvSource({
        "/{, /{",
        "/}, /}",
        "/a}b{, /a}b{",
        "/{}, /{}",
        "/{a{b}, /{}",
        "/{a{b}c}, /{}c}",
        "/{{a}}, /{}}",
        "/{a/b}, /{}",
        "/{a}{, /{}{"
    })
    void whatNoPairOfBracesIsStandsForItself(String template, String pattern) {
        assertThat(PathPattern.ofTemplate(template)).hasToString(pattern);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{", "}", "}{", "{}"})
    @Timeout(20)
    void aMegabyteOfBracesIsReadInLinearTime(String braces) {
        assertThat(PathPattern.ofTemplate("/" + braces.repeat((1 << 20) / braces.length()))
                        .isEmpty())
                .isFalse();
    }

    @Test
    void aPatternMayHaveAPrefix() {
        PathPattern prefixed = PathPattern.ofTemplate("/v1/{tenant}").with(PathPattern.ofTemplate("/a/{x}"));
        assertThat(prefixed).hasToString("/v1/{}/a/{}");
        assertThat(PathPattern.ofTemplate("").with(PathPattern.ofTemplate("/"))).hasToString("/");
        assertThat(PathPattern.ofTemplate("").isEmpty()).isTrue();
    }

    @Test
    void aSegmentThatIsMostlyVariablesIsComparedInReasonableTime() {
        PathPattern one = PathPattern.ofTemplate("/" + "{x}a".repeat(2000));
        PathPattern other = PathPattern.ofTemplate("/" + "{x}a".repeat(2000) + "b");
        assertThat(one.meets(other)).isFalse();
        assertThat(one.meets(one)).isTrue();
    }
}
