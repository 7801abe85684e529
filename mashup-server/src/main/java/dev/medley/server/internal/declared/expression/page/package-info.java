/** Pages as values of expressions: their elements, and the CSS selectors that find them. */
@NullMarked
package dev.medley.server.internal.declared.expression.page;

import org.jspecify.annotations.NullMarked;
