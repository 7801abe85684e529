package dev.medley.servlet;

import java.nio.ByteBuffer;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;

/** Publishes a number of equal pieces, one for each that is requested, and then completes. */
final class PiecesPublisher implements Flow.Publisher<ByteBuffer> {

    private final byte[] piece;
    private final int pieces;
    private final AtomicInteger requested = new AtomicInteger();

    PiecesPublisher(byte[] piece, int pieces) {
        this.piece = piece;
        this.pieces = pieces;
    }

    @Override
    public void subscribe(Flow.Subscriber<? super ByteBuffer> reader) {
        reader.onSubscribe(new Flow.Subscription() {
            @Override
            public void request(long n) {
                if (requested.incrementAndGet() <= pieces) {
                    reader.onNext(ByteBuffer.wrap(piece));
                } else {
                    reader.onComplete();
                }
            }

            @Override
            public void cancel() {
                requested.set(pieces);
            }
        });
    }

    /** The number of pieces that have been requested. */
    int requested() {
        return requested.get();
    }
}
