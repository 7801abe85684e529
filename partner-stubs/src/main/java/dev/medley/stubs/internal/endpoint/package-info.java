/** The endpoints that each partner stub has, and the bytes that they answer. */
@NullMarked
package dev.medley.stubs.internal.endpoint;

import org.jspecify.annotations.NullMarked;
