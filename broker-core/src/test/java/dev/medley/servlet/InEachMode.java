package dev.medley.servlet;

import dev.medley.config.ExecutionMode;
import dev.medley.thread.internal.BrokerPool;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.AnnotationBasedArgumentsProvider;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.support.ParameterDeclarations;

/** A test that is run in each execution mode that this JVM has. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@ParameterizedTest(name = "{0}")
@ArgumentsSource(InEachMode.Modes.class)
@interface InEachMode {

    /** Modes in which it makes no sense. */
    ExecutionMode[] except() default {};

    /** The modes. */
    final class Modes extends AnnotationBasedArgumentsProvider<InEachMode> {

        @Override
        protected Stream<? extends Arguments> provideArguments(
                ParameterDeclarations parameters, ExtensionContext context, InEachMode annotation) {
            List<ExecutionMode> leftOut = Arrays.asList(annotation.except());
            return Stream.of(ExecutionMode.values())
                    .filter(mode -> !leftOut.contains(mode))
                    .filter(mode -> mode != ExecutionMode.VIRTUAL || BrokerPool.virtualThreadsAvailable())
                    .map(Arguments::of);
        }
    }
}
