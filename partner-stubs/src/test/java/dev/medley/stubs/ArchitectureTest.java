package dev.medley.stubs;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Holds the packages to one direction, and away from what a version of Jetty can change. */
@AnalyzeClasses(packages = "dev.medley.stubs", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

    @ArchTest
    static final ArchRule noPackagesDependOnEachOther =
            slices().matching("dev.medley.(**)").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule nothingOfJettyIsInternal =
            noClasses().should().dependOnClassesThat().resideInAPackage("org.eclipse.jetty..internal..");
}
