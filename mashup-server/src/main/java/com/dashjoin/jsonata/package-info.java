/**
 * The one class of Medley in the package of the library {@code com.dashjoin:jsonata}, whose evaluator can be changed from there
 * only. It knows nothing of Medley.
 */
package com.dashjoin.jsonata;
