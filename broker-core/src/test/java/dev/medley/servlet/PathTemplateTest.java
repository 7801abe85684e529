package dev.medley.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.medley.servlet.annotation.MashupPath;
import dev.medley.servlet.internal.routing.PathMatch;
import dev.medley.servlet.internal.routing.PathTemplate;
import dev.medley.servlet.internal.routing.PathTemplates;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PathTemplateTest {

    @ParameterizedTest
    @CsvSource({
        "/user/{id}, /user/*",
        "/a/b/{c}/d, /a/b/*",
        "/{a}, /*",
        "/files/*, /files/*",
        "/*, /*",
        "/user, /user",
        "/user/, /user/",
        "/, /"
    })
    void aMappingGetsEachPathThatMatches(String template, String mapping) {
        assertThat(PathTemplate.parse(template).mapping()).isEqualTo(mapping);
    }

    @ParameterizedTest
    @CsvSource({
        "/user/{id}, /user/7, 7",
        "/user/{id}, /user/Zürich, Zürich",
        "/user/{id}, /user/a b, a b",
        "/user/{id}, /user/..., ...",
        "/user/{id}/orders/{order}, /user/7/orders/x, '7,x'",
        "/user/{id}/, /user/7/, 7",
        "/{a}/{b}, /1/2, '1,2'",
        "/user, /user, ''",
        "/, /, ''",
        "/files/*, /files/a, a",
        "/files/*, /files/a/b, a/b",
        "/files/*, /files/a/, a/",
        "/files/{id}/*, /files/7/a/b, '7,a/b'",
        "/*, /a/b, a/b"
    })
    void aTemplateMatchesSegmentBySegment(String template, String path, String values) {
        assertThat(PathTemplate.parse(template).match(PathTemplate.split(path)))
                .isNotNull()
                .isEqualTo(values.isEmpty() ? new String[0] : values.split(",", -1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/files", "/files/"})
    void theRestOfAPathMayBeNothing(String path) {
        assertThat(PathTemplate.parse("/files/*").match(PathTemplate.split(path)))
                .containsExactly("");
    }

    @Test
    void theRestOfAPathIsTriedLast() {
        List<PathTemplate> templates = Stream.of("/*", "/a/*", "/{x}/{y}/*", "/a/b/*", "/a/{x}/c", "/a/b", "/{x}")
                .map(PathTemplate::parse)
                .sorted()
                .toList();

        assertThat(templates)
                .extracting(PathTemplate::toString)
                .containsExactly("/{x}", "/a/b", "/a/{x}/c", "/a/b/*", "/a/*", "/{x}/{y}/*", "/*");
    }

    @ParameterizedTest
    @CsvSource({
        "/files/*, /files/*, true", "/files/*, /files/a, true", "/files/*, /files/a/*, true", "/files/*, /files, true",
        "/files/*, /other/*, false", "/files/*, /, true", "/a/b/*, /a, false", "/files/*, *.txt, true"
    })
    void theRestOfAPathMayBeWithinAMapping(String template, String mapping, boolean within) {
        assertThat(PathTemplate.parse(template).isWithin(mapping)).isEqualTo(within);
    }

    @ParameterizedTest
    @CsvSource({
        "/user/{id}, /user",
        "/user/{id}, /user/",
        "/user/{id}, /user/7/",
        "/user/{id}, /user/7/x",
        "/user/{id}, /user//",
        "/user/{id}, /User/7",
        "/user/{id}, /user/.",
        "/user/{id}, /user/..",
        "/user/{id}/, /user/7",
        "/{a}/{b}, //2",
        "/, /user",
        "/user, /",
        "/files/*, /file",
        "/files/*, /files/a/../b",
        "/files/*, /files/./b",
        "/files/*, /files//b",
        "/files/{id}/*, /files"
    })
    void anyOtherPathDoesNotMatch(String template, String path) {
        assertThat(PathTemplate.parse(template).match(PathTemplate.split(path))).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "user",
                "/user/{id",
                "/user/id}",
                "/user/{}",
                "/user/{1}",
                "/user/{a b}",
                "/user/{id}.json",
                "/user/v{id}",
                "/user/{a}{b}",
                "/user//x",
                "/user/*/x",
                "/user/a*",
                "/{rest}/*",
                "/user?x",
                "/user;v=1",
                "/a%20b",
                "/user/./x",
                "/user/../x",
                "/user\\x",
                "/us\ner",
                "/user/{id}/orders/{id}"
            })
    void anInvalidTemplateIsRefused(String template) {
        assertThatIllegalArgumentException().isThrownBy(() -> PathTemplate.parse(template));
    }

    @ParameterizedTest
    @CsvSource({
        "/user/{id}, /user/*, true",
        "/user, /user/*, true",
        "/{any}/x, /user/*, true",
        "/users/{id}, /user/*, false",
        "/, /user/*, false",
        "/user/{id}, /*, true",
        "/user/{id}, /, true",
        "/user/{id}, /user/me, true",
        "/user/{id}, /user, false",
        "/user/me, /user/me, true",
        "/user/me, /user/you, false",
        "/user/{id}, '', false",
        "/, '', true",
        "/{a}, '', false",
        "/a/{file}, *.json, true",
        "/a/list.json, *.json, true",
        "/a/list.xml, *.json, false"
    })
    void aTemplateIsWithinAMappingIfAPathCanMatchBoth(String template, String mapping, boolean within) {
        assertThat(PathTemplate.parse(template).isWithin(mapping)).isEqualTo(within);
    }

    @Test
    void literalsAreTriedBeforeVariables() {
        PathTemplates templates = PathTemplates.of(Ambiguous.class.getAnnotation(MashupPath.class));

        assertThat(templates.texts()).containsExactly("/user/me", "/user/{id}", "/user/{id}/x", "/{kind}/7/x");
        assertThat(templates.match("/user/me")).extracting(PathMatch::template).isEqualTo("/user/me");
        assertThat(templates.match("/user/you")).extracting(PathMatch::template).isEqualTo("/user/{id}");
        assertThat(templates.match("/user/7/x")).extracting(PathMatch::template).isEqualTo("/user/{id}/x");
        assertThat(templates.match("/shop/7/x")).extracting(PathMatch::template).isEqualTo("/{kind}/7/x");
        assertThat(templates.match("/shop/7")).isNull();
    }

    @MashupPath({"/{kind}/7/x", "/user/{id}/x", "/user/{id}", "/user/me"})
    private static final class Ambiguous {}
}
