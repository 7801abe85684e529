/** The configuration: one YAML file, checked before anything runs. */
@NullMarked
package dev.medley.config;

import org.jspecify.annotations.NullMarked;
