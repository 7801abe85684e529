package dev.medley.test;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The partner whose stubs {@link MedleyExtension} injects into a parameter or a field of type
 * {@link dev.medley.stubs.PartnerStubs}.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.PARAMETER, ElementType.FIELD})
public @interface Partner {

    /**
     * Returns the name of the partner.
     *
     * @return a name that the extension's builder has
     */
    String value();
}
