package dev.medley.server;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Checks that the dependencies between the packages of the server point one way. */
@AnalyzeClasses(packages = "dev.medley.server", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

    @ArchTest
    static final ArchRule dependenciesPointOneWay = layeredArchitecture()
            .consideringOnlyDependenciesInLayers()
            .layer("cli")
            .definedBy("dev.medley.server.internal.cli..")
            .layer("server")
            .definedBy("dev.medley.server")
            .layer("lifecycle")
            .definedBy("dev.medley.server.internal.lifecycle")
            .layer("http")
            .definedBy("dev.medley.server.internal.http")
            .layer("edge")
            .definedBy("dev.medley.server.internal.edge")
            .layer("reload report")
            .definedBy("dev.medley.server.reload")
            .layer("recording")
            .definedBy("dev.medley.server.recording..")
            .layer("replay")
            .definedBy("dev.medley.server.internal.replay")
            .layer("trial")
            .definedBy("dev.medley.server.internal.trial..")
            .layer("war")
            .definedBy("dev.medley.server.internal.war")
            .layer("capacity")
            .definedBy("dev.medley.server.internal.capacity")
            .layer("openapi")
            .definedBy("dev.medley.server.internal.openapi")
            .layer("samples")
            .definedBy("dev.medley.server.internal.samples")
            .layer("mashups")
            .definedBy("dev.medley.server.internal.mashups")
            .layer("script")
            .definedBy("dev.medley.server.internal.script")
            .layer("declaration")
            .definedBy("dev.medley.server.internal.declaration", "dev.medley.server.internal.schema")
            .layer("declared")
            .definedBy("dev.medley.server.internal.declared")
            .layer("compile")
            .definedBy("dev.medley.server.internal.declared.compile")
            .layer("declared run")
            .definedBy("dev.medley.server.internal.declared.run")
            .layer("plan")
            .definedBy("dev.medley.server.internal.declared.plan", "dev.medley.server.internal.declared.body")
            .layer("several")
            .definedBy("dev.medley.server.internal.declared.several")
            .layer("value")
            .definedBy("dev.medley.server.internal.declared.value")
            .layer("expression")
            .definedBy("dev.medley.server.internal.declared.expression..")
            .layer("admin")
            .definedBy("dev.medley.server.internal.admin")
            .layer("servlet")
            .definedBy("dev.medley.server.internal.admin.servlet")
            .layer("page")
            .definedBy("dev.medley.server.internal.admin.page")
            .layer("metrics")
            .definedBy("dev.medley.server.internal.admin.metrics")
            .layer("reload")
            .definedBy("dev.medley.server.internal.reload")
            .layer("tls")
            .definedBy("dev.medley.server.internal.tls")
            .layer("inbound")
            .definedBy("dev.medley.server.internal.inbound..")
            .layer("log")
            .definedBy("dev.medley.server.internal.admin.log")
            .whereLayer("cli")
            .mayNotBeAccessedByAnyLayer()
            .whereLayer("trial")
            .mayOnlyBeAccessedByLayers("cli")
            .whereLayer("replay")
            .mayOnlyBeAccessedByLayers("cli", "trial")
            .whereLayer("recording")
            .mayOnlyBeAccessedByLayers("cli", "trial", "replay")
            .whereLayer("server")
            .mayNotBeAccessedByAnyLayer()
            .whereLayer("lifecycle")
            .mayOnlyBeAccessedByLayers("server", "cli", "trial")
            .whereLayer("http")
            .mayOnlyBeAccessedByLayers("lifecycle", "mashups")
            .whereLayer("edge")
            .mayOnlyBeAccessedByLayers("lifecycle")
            .whereLayer("edge")
            .mayNotAccessAnyLayer()
            .whereLayer("reload report")
            .mayOnlyBeAccessedByLayers("cli", "server", "lifecycle", "reload", "admin", "page", "metrics")
            .whereLayer("war")
            .mayNotBeAccessedByAnyLayer()
            .whereLayer("capacity")
            .mayOnlyBeAccessedByLayers("cli")
            .whereLayer("openapi")
            .mayOnlyBeAccessedByLayers("cli")
            .whereLayer("samples")
            .mayOnlyBeAccessedByLayers("cli", "war")
            .whereLayer("mashups")
            .mayOnlyBeAccessedByLayers("cli", "trial", "lifecycle")
            .whereLayer("script")
            .mayOnlyBeAccessedByLayers("cli", "openapi", "war", "lifecycle", "mashups")
            .whereLayer("declaration")
            .mayOnlyAccessLayers("expression")
            .whereLayer("expression")
            .mayOnlyBeAccessedByLayers("declaration", "declared", "compile", "declared run", "plan", "several", "value")
            .whereLayer("value")
            .mayOnlyBeAccessedByLayers("openapi", "declared", "compile", "declared run", "plan", "several")
            .whereLayer("several")
            .mayOnlyBeAccessedByLayers("compile", "plan", "declared", "declared run")
            .whereLayer("plan")
            .mayOnlyBeAccessedByLayers("cli", "declared", "compile", "declared run")
            .whereLayer("declared run")
            .mayOnlyBeAccessedByLayers("openapi", "war", "declared", "compile", "lifecycle", "mashups", "script")
            .whereLayer("compile")
            .mayOnlyBeAccessedByLayers("declared")
            .whereLayer("declared")
            .mayOnlyBeAccessedByLayers("cli", "openapi", "mashups", "war", "lifecycle")
            .whereLayer("admin")
            .mayOnlyBeAccessedByLayers("war", "lifecycle", "http")
            .whereLayer("servlet")
            .mayOnlyBeAccessedByLayers("war")
            .whereLayer("page")
            .mayOnlyBeAccessedByLayers("war", "admin", "servlet", "lifecycle")
            .whereLayer("metrics")
            .mayOnlyBeAccessedByLayers("admin", "page")
            .whereLayer("reload")
            .mayOnlyBeAccessedByLayers("cli", "admin", "page", "metrics", "lifecycle")
            .whereLayer("tls")
            .mayOnlyBeAccessedByLayers("cli", "reload", "capacity", "admin", "page", "metrics", "lifecycle", "http")
            .whereLayer("inbound")
            .mayOnlyBeAccessedByLayers("tls", "admin", "page", "metrics", "http", "lifecycle")
            .whereLayer("log")
            .mayOnlyBeAccessedByLayers(
                    "cli",
                    "trial",
                    "admin",
                    "page",
                    "declared",
                    "declared run",
                    "plan",
                    "recording",
                    "replay",
                    "lifecycle");

    @ArchTest
    static final ArchRule noPackagesDependOnEachOther =
            slices().matching("dev.medley.(**)").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule expressionsKnowNothingOfRequests = classes()
            .that()
            .resideInAPackage("dev.medley.server.internal.declared.expression..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "java..",
                    "org.jspecify..",
                    "com.dashjoin.jsonata..",
                    "org.jsoup..",
                    "dev.medley.config..",
                    "dev.medley.server.internal.declared.expression..");

    /** The parser of pages: what reads them, and what finds their elements. */
    @ArchTest
    static final ArchRule onlyPagesSeeTheirLibrary = noClasses()
            .that()
            .resideOutsideOfPackages(
                    "dev.medley.format",
                    "dev.medley.server.internal.declared.expression.page",
                    "dev.medley.server.internal.declared.expression.function",
                    "dev.medley.server.internal.declared.plan")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.jsoup..");

    /** Its classes are loaded with the first expression, and not before. */
    @ArchTest
    static final ArchRule onlyExpressionsSeeTheirLibrary = noClasses()
            .that()
            .resideOutsideOfPackage("dev.medley.server.internal.declared.expression..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("com.dashjoin..");

    /** Each upgrade of Jetty is decided there, see {@code JettyVersionTest}. */
    @ArchTest
    static final ArchRule onlyOnePackageSeesWhatIsInternalToJetty = noClasses()
            .that()
            .resideOutsideOfPackage("dev.medley.server.internal.inbound")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.eclipse.jetty..internal..");
}
