package dev.medley.test;

import dev.medley.stubs.PartnerStubs;
import java.lang.reflect.Field;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

/** The fields with {@link Partner}. */
final class PartnerFields {

    private PartnerFields() {}

    /** Sets the fields of the test's instance and of the instances around it. */
    static void inject(ExtensionContext context, MedleyExtension medley) {
        for (Object instance : context.getRequiredTestInstances().getAllInstances()) {
            for (Field field : AnnotationSupport.findAnnotatedFields(instance.getClass(), Partner.class)) {
                set(field, instance, medley);
            }
        }
    }

    private static void set(Field field, Object instance, MedleyExtension medley) {
        if (field.getType() != PartnerStubs.class) {
            throw new ExtensionConfigurationException("@Partner is for fields of type PartnerStubs, not for " + field);
        }
        try {
            field.setAccessible(true);
            field.set(instance, medley.stubs(field.getAnnotation(Partner.class).value()));
        } catch (IllegalAccessException x) {
            throw new ExtensionConfigurationException("cannot set " + field, x);
        }
    }
}
