/** A configuration as it was given: the values of its file, of variables and of flags as a tree, each with its place. */
@NullMarked
package dev.medley.config.internal.document;

import org.jspecify.annotations.NullMarked;
