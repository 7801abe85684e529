/** The keys of the section {@code mashups}, and the mashups that it declares. */
@NullMarked
package dev.medley.config.internal.declaration;

import org.jspecify.annotations.NullMarked;
