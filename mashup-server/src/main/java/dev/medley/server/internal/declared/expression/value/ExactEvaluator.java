package dev.medley.server.internal.declared.expression.value;

import com.dashjoin.jsonata.Jsonata;
import com.dashjoin.jsonata.OpenEvaluator;
import java.math.BigInteger;
import java.util.AbstractList;
import java.util.List;
import java.util.RandomAccess;
import org.jspecify.annotations.Nullable;

/** The library's evaluator with exact numbers. */
public final class ExactEvaluator extends OpenEvaluator {

    /** Creates an evaluator for one thread; {@code any} is an expression that the library requires, of which it keeps no part. */
    public ExactEvaluator(Jsonata any) {
        super(any);
    }

    @Override
    protected @Nullable Number arithmetic(Number left, Number right, char operator) {
        return ExactArithmetic.compute(left, right, operator);
    }

    @Override
    protected Number negated(Number number) {
        return ExactArithmetic.negated(number);
    }

    @Override
    protected int compare(Number one, Number other) {
        return Numbers.compare(one, other);
    }

    @Override
    protected boolean isEqual(Object one, Object other) {
        if (one instanceof Number number && other instanceof Number second) {
            return Numbers.compare(number, second) == 0;
        }
        return new Equality().of(one, other);
    }

    @Override
    protected @Nullable List<?> range(Number from, Number to) {
        if (!Numbers.isWhole(from) || !Numbers.isWhole(to)) {
            return null;
        }
        BigInteger first = Numbers.exact(from).toBigInteger();
        BigInteger last = Numbers.exact(to).toBigInteger();
        BigInteger items = last.subtract(first).add(BigInteger.ONE);
        if (items.signum() <= 0) {
            return null;
        }
        if (items.bitLength() >= Integer.SIZE) {
            Evaluation.current().checkItems(Long.MAX_VALUE);
        }
        boolean longs = first.bitLength() < Long.SIZE && last.bitLength() < Long.SIZE;
        return longs ? null : new LargeRange(first, items.intValue());
    }

    @Override
    protected Number plain(Number number) {
        return Numbers.isWhole(number) ? number : Numbers.of(Numbers.exact(number));
    }

    @Override
    protected int position(Number number) {
        return Numbers.toInt(number);
    }

    @Override
    protected String text(Object value) {
        return ValueText.of(value, false);
    }

    @Override
    protected @Nullable Object copy(Object value) {
        return Inputs.copy(value);
    }

    /** Whole numbers beyond longs. */
    private static final class LargeRange extends AbstractList<Number> implements RandomAccess {

        private final BigInteger first;
        private final int size;

        LargeRange(BigInteger first, int size) {
            this.first = first;
            this.size = size;
        }

        @Override
        public Number get(int index) {
            BigInteger number = first.add(BigInteger.valueOf(index));
            return number.bitLength() < Long.SIZE ? Numbers.of(number.longValue()) : number;
        }

        @Override
        public int size() {
            return size;
        }
    }
}
