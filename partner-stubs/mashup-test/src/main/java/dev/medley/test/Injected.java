package dev.medley.test;

import dev.medley.server.MedleyServer;
import dev.medley.stubs.PartnerStubs;
import java.net.URI;
import java.util.Set;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;

/** The parameters that an extension resolves. */
final class Injected {

    private static final Set<Class<?>> TYPES =
            Set.of(MedleyServer.class, URI.class, MedleyExtension.class, PartnerStubs.class);

    private Injected() {}

    static boolean supports(ParameterContext parameter) {
        return TYPES.contains(parameter.getParameter().getType());
    }

    static Object resolve(ParameterContext parameter, MedleyExtension medley) {
        Class<?> type = parameter.getParameter().getType();
        if (type == MedleyServer.class) {
            return medley.server();
        }
        if (type == URI.class) {
            return medley.uri();
        }
        return type == MedleyExtension.class ? medley : stubs(parameter, medley);
    }

    private static PartnerStubs stubs(ParameterContext parameter, MedleyExtension medley) {
        Partner partner = parameter
                .findAnnotation(Partner.class)
                .orElseThrow(() -> new ParameterResolutionException(
                        "a parameter of type PartnerStubs needs the name of its partner, as in @Partner(\"news\")"));
        return medley.stubs(partner.value());
    }
}
