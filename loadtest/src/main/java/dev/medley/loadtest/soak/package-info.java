/** The mashups of the experiment {@code soak}, which the server under test loads from a JAR, and the content that they pass. */
@NullMarked
package dev.medley.loadtest.soak;

import org.jspecify.annotations.NullMarked;
