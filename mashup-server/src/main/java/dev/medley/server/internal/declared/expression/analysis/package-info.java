/** What an expression refers to, before it is evaluated: variables, members, the flow of data, the values among which it chooses. */
@NullMarked
package dev.medley.server.internal.declared.expression.analysis;

import org.jspecify.annotations.NullMarked;
