package dev.medley.servlet;

import dev.medley.config.ExecutionMode;
import dev.medley.thread.internal.BrokerPool;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsProvider;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.support.ParameterDeclarations;

/** A test that is run in each container, there in each execution mode that this JVM has. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@ParameterizedTest(name = "{0} {1}")
@ArgumentsSource(InEachContainer.ContainersAndModes.class)
@interface InEachContainer {

    /** The containers and modes. */
    final class ContainersAndModes implements ArgumentsProvider {

        @Override
        public Stream<? extends Arguments> provideArguments(
                ParameterDeclarations parameters, ExtensionContext context) {
            return Stream.of(WebContainer.Kind.values())
                    .flatMap(kind -> Stream.of(ExecutionMode.values())
                            .filter(mode -> mode != ExecutionMode.VIRTUAL || BrokerPool.virtualThreadsAvailable())
                            .map(mode -> Arguments.of(kind, mode)));
        }
    }
}
