/** The values of expressions: the bounds of an evaluation, exact numbers, and the trees that the library sees. */
@NullMarked
package dev.medley.server.declared.expression.value;

import org.jspecify.annotations.NullMarked;
