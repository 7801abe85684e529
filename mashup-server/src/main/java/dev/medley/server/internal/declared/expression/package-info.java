/**
 * Expressions of declared mashups, in JSONata: compiled with their positions of errors, and evaluated within bounds.
 *
 * <p>Upstream: the declared mashups. Downstream: the library of JSONata, which no other package sees.
 */
@NullMarked
package dev.medley.server.internal.declared.expression;

import org.jspecify.annotations.NullMarked;
