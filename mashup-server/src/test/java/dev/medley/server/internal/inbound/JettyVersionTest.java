package dev.medley.server.internal.inbound;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import org.eclipse.jetty.util.Jetty;
import org.junit.jupiter.api.Test;

/**
 * Fails with each other version of Jetty, until somebody has compared its internal classes, as far as this module uses them, with
 * those of the version that is named here. CONTRIBUTING.md says what to look at.
 */
class JettyVersionTest {

    private static final String COMPARED = "12.1.12";

    @Test
    void theInternalClassesOfThisVersionWereCompared() {
        assertThat(Jetty.VERSION)
                .as(
                        "compare these classes with those of Jetty %s, see \"An upgrade of Jetty\" in CONTRIBUTING.md: %s",
                        COMPARED, used())
                .isEqualTo(COMPARED);
    }

    @Test
    void theInternalClassesAreThese() {
        assertThat(used())
                .containsExactly(
                        "org.eclipse.jetty.http2.server.internal.HTTP2ServerConnection",
                        "org.eclipse.jetty.http2.server.internal.HTTP2ServerSession",
                        "org.eclipse.jetty.server.internal.HttpConnection");
    }

    /** The classes that this module extends, calls or names, without those nested in them. */
    private static List<String> used() {
        return new ClassFileImporter()
                        .withImportOption(new ImportOption.DoNotIncludeTests())
                        .importPackages(JettyVersionTest.class.getPackageName())
                        .stream()
                        .flatMap(each -> each.getDirectDependenciesFromSelf().stream())
                        .map(dependency -> dependency.getTargetClass().getBaseComponentType())
                        .filter(resideInAPackage("org.eclipse.jetty..internal.."))
                        .map(type -> type.getName().split("\\$", -1)[0])
                        .distinct()
                        .sorted()
                        .toList();
    }
}
