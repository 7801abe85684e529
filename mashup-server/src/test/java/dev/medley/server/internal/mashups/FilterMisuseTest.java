package dev.medley.server.internal.mashups;

import static dev.medley.server.internal.mashups.Jars.mashupAt;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.medley.config.ConfigurationException;
import jakarta.servlet.Filter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FilterMisuseTest {

    private static final Filter FILTER = (request, response, chain) -> chain.doFilter(request, response);

    @TempDir
    private Path scratch;

    @TempDir
    private Path folder;

    @Test
    void filtersOfJarsAreFoundInTheOrderOfFilesAndClasses() throws IOException {
        jar("b.jar", filter("AFilter", "@jakarta.servlet.annotation.WebFilter(\"/b/*\")"));
        jar(
                "a.jar",
                mashupAt("/a", "AServlet"),
                filter("ZFilter", "@jakarta.servlet.annotation.WebFilter(\"/*\")"),
                filter("MFilter", "@jakarta.servlet.annotation.WebFilter(servletNames = \"/a\")"),
                filter("NoneOfThese", ""));

        try (MashupFolder opened = MashupFolder.open(folder, List.of())) {
            assertThat(opened.filters())
                    .extracting(each -> each.filter().getClass().getSimpleName() + each.paths() + each.mashups())
                    .containsExactly("MFilter[][/a]", "ZFilter[/*][]", "AFilter[/b/*][]");
        }
    }

    @Test
    void aFilterWithoutAPathIsRefused() throws IOException {
        Path jar = jar("a.jar", filter("AFilter", "@jakarta.servlet.annotation.WebFilter"));

        assertProblem(jar + ": shop.AFilter: filter without a path; expected one such as /*");
    }

    @Test
    void aPathThatIsNoneIsRefused() throws IOException {
        Path jar = jar("a.jar", filter("AFilter", "@jakarta.servlet.annotation.WebFilter(\"city\")"));

        assertProblem(jar + ": shop.AFilter: invalid path 'city' of a filter; expected one such as /*");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/**", "/*/x", "/a*", "/api/*.json", "*.", "*", "*.a*", "*.a/b"})
    void aPathThatWouldMatchAnAsteriskOnlyIsRefused(String path) throws IOException {
        Path jar = jar("a.jar", filter("AFilter", "@jakarta.servlet.annotation.WebFilter(\"" + path + "\")"));

        assertProblem(jar + ": shop.AFilter: invalid path '" + path + "' of a filter; expected one such as /*");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/*", "/a", "/a/b/*", "*.json"})
    void aPathOfTheSpecificationIsNoMisuse(String path) throws IOException {
        jar("a.jar", filter("AFilter", "@jakarta.servlet.annotation.WebFilter(\"" + path + "\")"));

        try (MashupFolder opened = MashupFolder.open(folder, List.of())) {
            assertThat(opened.filters()).singleElement().returns(List.of(path), MappedFilter::paths);
        }
    }

    @Test
    void aFilterOfNoDispatcherTypeIsRefused() throws IOException {
        Path jar = jar(
                "a.jar",
                filter("AFilter", "@jakarta.servlet.annotation.WebFilter(value = \"/*\", dispatcherTypes = {})"));

        assertProblem(jar + ": shop.AFilter: filter without a dispatcher type; expected one such as REQUEST");
    }

    @Test
    void aNameThatNoMashupHasIsRefused() throws IOException {
        Path jar = jar(
                "a.jar",
                mashupAt("/a", "AServlet"),
                filter("AFilter", "@jakarta.servlet.annotation.WebFilter(servletNames = \"shop\")"));

        assertProblem(jar + ": shop.AFilter: no mashup has the name 'shop' of the filter; expected one of /a");
    }

    @Test
    void aClassThatIsNoFilterIsRefused() throws IOException {
        Path jar = jar("a.jar", "package shop; @jakarta.servlet.annotation.WebFilter(\"/*\") public class Odd {}");

        assertProblem(jar + ": shop.Odd has @WebFilter; expected a class that implements jakarta.servlet.Filter");
    }

    @Test
    void aFilterThatCannotBeMadeIsRefused() throws IOException {
        Path jar = jar(
                "a.jar",
                filter("AFilter", "@jakarta.servlet.annotation.WebFilter(\"/*\")")
                        .replace(
                                "AFilter implements jakarta.servlet.Filter {",
                                "AFilter implements jakarta.servlet.Filter { AFilter(int any) {} "));

        assertProblem(jar + ": shop.AFilter: expected a public class with a public constructor without parameters");
    }

    @Test
    void aProgramGivesAPathOrAnAnnotation() {
        assertThatThrownBy(() -> MappedFilter.of(FILTER, List.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageEndingWith(": filter without a path and without @WebFilter; expected one such as /*");
        assertThatThrownBy(() -> MappedFilter.of(FILTER, List.of("city")))
                .hasMessageEndingWith(": invalid path 'city' of a filter; expected one such as /*");
    }

    private void assertProblem(String problem) {
        assertThat(catchThrowableOfType(ConfigurationException.class, () -> MashupFolder.open(folder, List.of()))
                        .problems())
                .containsExactly(problem);
    }

    private Path jar(String name, String... sources) throws IOException {
        return Jars.of(scratch, sources).writeTo(folder.resolve(name));
    }

    private static String filter(String name, String annotation) {
        return """
                package shop;

                %s
                public class %s implements jakarta.servlet.Filter {
                    @Override
                    public void doFilter(
                            jakarta.servlet.ServletRequest request,
                            jakarta.servlet.ServletResponse response,
                            jakarta.servlet.FilterChain chain)
                            throws java.io.IOException, jakarta.servlet.ServletException {
                        chain.doFilter(request, response);
                    }
                }
                """.formatted(annotation, name);
    }
}
