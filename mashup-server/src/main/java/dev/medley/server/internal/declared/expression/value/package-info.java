/** The values of expressions: the bounds of an evaluation, exact numbers, and the trees that the library sees. */
@NullMarked
package dev.medley.server.internal.declared.expression.value;

import org.jspecify.annotations.NullMarked;
