/** The keys of the mashups that the section {@code mashups} declares, and their reading. */
@NullMarked
package dev.medley.server.internal.declaration;

import org.jspecify.annotations.NullMarked;
