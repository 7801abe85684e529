package dev.medley.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.servlet.internal.routing.PathTemplate;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.Size;

/** A template matches the paths of as many segments whose literals are its own, and its variables are those segments. */
class PathTemplatePropertiesTest {

    @Property(seed = "1", tries = 20_000)
    void variablesAreTheSegmentsInTheirPlace(
            @ForAll @Size(min = 1, max = 6) List<Boolean> variable, @ForAll("segments") List<String> path) {
        int count = variable.size();
        String template = IntStream.range(0, count)
                .mapToObj(i -> variable.get(i) ? "{v" + i + "}" : "l" + i)
                .collect(Collectors.joining("/", "/", ""));
        String[] segments = IntStream.range(0, path.size())
                .mapToObj(i -> i < count && !variable.get(i) && path.get(i).length() < 3 ? "l" + i : path.get(i))
                .toArray(String[]::new);

        String[] values = PathTemplate.parse(template).match(segments);

        boolean matches = segments.length == count
                && IntStream.range(0, count)
                        .allMatch(i -> variable.get(i)
                                ? !List.of("", ".", "..").contains(segments[i])
                                : segments[i].equals("l" + i));
        if (matches) {
            assertThat(values)
                    .containsExactly(IntStream.range(0, count)
                            .filter(variable::get)
                            .mapToObj(i -> segments[i])
                            .toArray(String[]::new));
        } else {
            assertThat(values).isNull();
        }
    }

    @Provide
    Arbitrary<List<String>> segments() {
        Arbitrary<String> segment = Arbitraries.of(
                "", ".", "..", "...", "a", "l0", "l1", "{v0}", "a b", "\u00e9", "long segment", "%2e", "*");
        return segment.list().ofMinSize(1).ofMaxSize(6);
    }
}
