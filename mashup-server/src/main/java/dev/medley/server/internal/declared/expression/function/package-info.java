/** The functions of the library that are mended or bounded here, and the rewriting of expressions that calls them. */
@NullMarked
package dev.medley.server.internal.declared.expression.function;

import org.jspecify.annotations.NullMarked;
