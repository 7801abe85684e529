/** The syntax of expressions: their text in tokens and as a tree, and what is wrong with it. */
@NullMarked
package dev.medley.server.internal.declared.expression.syntax;

import org.jspecify.annotations.NullMarked;
