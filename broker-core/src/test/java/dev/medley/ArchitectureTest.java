package dev.medley;

import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.simpleName;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import dev.medley.connection.Protocol;
import dev.medley.connection.internal.SecretNames;
import java.util.concurrent.TimeUnit;

/** Holds the packages to the order of {@code docs/flow.md}. */
@AnalyzeClasses(
        packages = "dev.medley",
        importOptions = {ImportOption.DoNotIncludeJars.class, ArchitectureTest.WithoutStubs.class})
class ArchitectureTest {

    @ArchTest
    static final ArchRule dependenciesPointDownTheWayOfARequest = layeredArchitecture()
            .consideringOnlyDependenciesInAnyPackage("dev.medley..")
            .layer("webapp")
            .definedBy("dev.medley.webapp.internal..")
            .layer("broker")
            .definedBy("dev.medley.broker")
            .layer("servlet")
            .definedBy("dev.medley.servlet..")
            .layer("config")
            .definedBy("dev.medley.config..")
            .layer("mashup")
            .definedBy("dev.medley.mashup..")
            .layer("topic")
            .definedBy("dev.medley.topic..")
            .layer("exchange")
            .definedBy("dev.medley.exchange..")
            .layer("format")
            .definedBy("dev.medley.format..")
            .layer("json")
            .definedBy("dev.medley.json..")
            .layer("partner")
            .definedBy("dev.medley.partner..")
            .layer("connector")
            .definedBy("dev.medley.connection.internal.connector..")
            .layer("protocols")
            .definedBy("dev.medley.connection.internal.http1..", "dev.medley.connection.internal.http2..")
            .layer("jetty")
            .definedBy("dev.medley.connection.internal.jetty..")
            .layer("pool")
            .definedBy("dev.medley.connection.internal.pool..")
            .layer("connection")
            .definedBy(
                    "dev.medley.connection",
                    "dev.medley.connection.internal",
                    "dev.medley.connection.internal.address",
                    "dev.medley.connection.internal.value")
            .layer("thread")
            .definedBy("dev.medley.thread.internal..")
            .layer("setting")
            .definedBy("dev.medley.setting.internal..")
            .layer("tls")
            .definedBy("dev.medley.tls.internal..")
            .layer("context")
            .definedBy("dev.medley.context..")
            .layer("trace")
            .definedBy("dev.medley.trace.internal..")
            .layer("account")
            .definedBy("dev.medley.account.internal..")
            .layer("caller")
            .definedBy("dev.medley.caller..")
            .whereLayer("account")
            .mayNotAccessAnyLayer()
            .whereLayer("caller")
            .mayNotAccessAnyLayer()
            .whereLayer("context")
            .mayNotAccessAnyLayer()
            .whereLayer("setting")
            .mayNotAccessAnyLayer()
            .whereLayer("tls")
            .mayNotAccessAnyLayer()
            .whereLayer("trace")
            .mayOnlyAccessLayers("connection", "context")
            .whereLayer("webapp")
            .mayNotBeAccessedByAnyLayer()
            .whereLayer("broker")
            .mayNotBeAccessedByAnyLayer()
            .whereLayer("servlet")
            .mayOnlyBeAccessedByLayers("webapp")
            .whereLayer("config")
            .mayOnlyBeAccessedByLayers("webapp", "servlet")
            .whereLayer("mashup")
            .mayOnlyBeAccessedByLayers("webapp", "servlet")
            .whereLayer("topic")
            .mayOnlyBeAccessedByLayers("webapp", "servlet", "mashup", "config")
            .whereLayer("exchange")
            .mayOnlyBeAccessedByLayers("broker", "webapp", "servlet", "mashup")
            .whereLayer("format")
            .mayOnlyAccessLayers("json", "setting")
            .whereLayer("format")
            .mayOnlyBeAccessedByLayers("webapp", "servlet", "mashup", "exchange")
            .whereLayer("json")
            .mayOnlyBeAccessedByLayers("webapp", "servlet", "mashup", "topic", "exchange", "partner", "format")
            .whereLayer("partner")
            .mayOnlyBeAccessedByLayers("broker", "webapp", "servlet", "mashup", "exchange", "config")
            .whereLayer("connector")
            .mayOnlyBeAccessedByLayers("exchange")
            .whereLayer("protocols")
            .mayOnlyBeAccessedByLayers("connector")
            .whereLayer("jetty")
            .mayOnlyBeAccessedByLayers("connector", "protocols")
            .whereLayer("pool")
            .mayOnlyBeAccessedByLayers("exchange", "partner")
            .whereLayer("connection")
            .mayOnlyBeAccessedByLayers(
                    "webapp",
                    "servlet",
                    "mashup",
                    "exchange",
                    "trace",
                    "partner",
                    "pool",
                    "connector",
                    "protocols",
                    "jetty",
                    "config")
            .ignoreDependency(isTest(), anything());

    @ArchTest
    static final ArchRule configurationKnowsPartnersAndHowToTalkToThem = classes()
            .that()
            .resideInAPackage("dev.medley.config..")
            .and(DescribedPredicate.not(isTest()))
            .should()
            .onlyDependOnClassesThat(resideOutsideOfPackage("dev.medley..")
                    .or(resideInAnyPackage(
                            "dev.medley.caller..",
                            "dev.medley.config..",
                            "dev.medley.context..",
                            "dev.medley.partner..",
                            "dev.medley.setting.internal..",
                            "dev.medley.thread.internal..",
                            "dev.medley.topic",
                            "dev.medley.topic.internal.subject"))
                    .or(type(Protocol.class))
                    .or(type(SecretNames.class)));

    @ArchTest
    static final ArchRule aCallDoesNotKnowHowItsPartnersCacheUsesIt = noClasses()
            .that()
            .resideInAPackage("dev.medley.exchange.internal.call..")
            .and(DescribedPredicate.not(isTest()))
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("dev.medley.exchange.internal.caching..", "dev.medley.exchange.internal");

    @ArchTest
    static final ArchRule anAttemptReportsToTheAttemptsOfItsCall = noClasses()
            .that()
            .haveSimpleNameStartingWith("Attempt")
            .and()
            .resideInAPackage("dev.medley.exchange.internal.call")
            .and(DescribedPredicate.not(isTest()))
            .should()
            .callMethodWhere(target(owner(simpleName("DefaultExchange")))
                    .and(target(nameMatching("complete|fail|cancel|release|start|moveTo|join"))));

    @ArchTest
    static final ArchRule noPackagesDependOnEachOther =
            slices().matching("dev.medley.(**)").should().beFreeOfCycles().ignoreDependency(isTest(), anything());

    @ArchTest
    static final ArchRule onlyTheAdaptersSeeJettysClient = noClasses()
            .that()
            .resideOutsideOfPackages("dev.medley.connection.internal.http1..", "dev.medley.connection.internal.jetty..")
            .and(DescribedPredicate.not(isTest()))
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.eclipse.jetty.client..");

    /** Each upgrade of Jetty is decided there, see {@code JettyVersionTest}. */
    @ArchTest
    static final ArchRule onlyOnePackageSeesWhatIsInternalToJetty = noClasses()
            .that()
            .resideOutsideOfPackage("dev.medley.connection.internal.jetty")
            .and(DescribedPredicate.not(isTest()))
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.eclipse.jetty..internal..");

    @ArchTest
    static final ArchRule onlyTheAdaptersAndThreadSeeJetty = noClasses()
            .that()
            .resideOutsideOfPackages(
                    "dev.medley.connection.internal.connector..",
                    "dev.medley.connection.internal.http1..",
                    "dev.medley.connection.internal.http2..",
                    "dev.medley.connection.internal.jetty..",
                    "dev.medley.thread.internal..")
            .and(DescribedPredicate.not(isTest()))
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.eclipse.jetty..");

    @ArchTest
    static final ArchRule onlyTheContextAndSpansSeeMicrometer = noClasses()
            .that()
            .resideOutsideOfPackages("dev.medley.context..", "dev.medley.trace.internal..")
            .and(DescribedPredicate.not(isTest()))
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.micrometer..");

    @ArchTest
    static final ArchRule onlyTheHealthOfEndpointsSeesResilience4j = noClasses()
            .that()
            .resideOutsideOfPackage("dev.medley.partner.internal.health..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.github.resilience4j..");

    @ArchTest
    static final ArchRule onlyTheAdaptiveLimitSeesItsLibrary = noClasses()
            .that()
            .resideOutsideOfPackage("dev.medley.partner.internal.limit..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("com.netflix..");

    @ArchTest
    static final ArchRule onlyFormatsSeeTheParserOfPages = noClasses()
            .that()
            .resideOutsideOfPackage("dev.medley.format..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.jsoup..");

    @ArchTest
    static final ArchRule noTestAndNoCodeSleeps = noClasses()
            .should()
            .callMethodWhere(target(name("sleep"))
                    .and(target(owner(type(Thread.class).or(type(TimeUnit.class))))));

    /** The partners that the tests talk to are in a module of their own, which may be here as a folder of classes. */
    static final class WithoutStubs implements ImportOption {
        @Override
        public boolean includes(Location location) {
            return !location.contains("/dev/medley/stubs/");
        }
    }

    private static DescribedPredicate<JavaClass> isTest() {
        return DescribedPredicate.describe(
                "of the tests",
                javaClass -> javaClass
                        .getSource()
                        .map(source -> source.getUri().getPath().contains("/test-classes/"))
                        .orElse(false));
    }

    private static DescribedPredicate<JavaClass> anything() {
        return DescribedPredicate.alwaysTrue();
    }
}
