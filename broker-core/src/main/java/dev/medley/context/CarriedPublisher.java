package dev.medley.context;

import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** A publisher that is called within a context, as its subscription is, on whatever thread. */
final class CarriedPublisher<T> implements Flow.Publisher<T> {

    private final Context context;
    private final Flow.Publisher<T> publisher;

    CarriedPublisher(Context context, Flow.Publisher<T> publisher) {
        this.context = context;
        this.publisher = publisher;
    }

    @Override
    public void subscribe(Flow.Subscriber<? super T> subscriber) {
        context.run(() -> publisher.subscribe(new Flow.Subscriber<T>() {

            @Override
            public void onSubscribe(Flow.@Nullable Subscription given) {
                subscriber.onSubscribe(given == null ? null : carried(given));
            }

            @Override
            public void onNext(T part) {
                subscriber.onNext(part);
            }

            @Override
            public void onError(Throwable failure) {
                subscriber.onError(failure);
            }

            @Override
            public void onComplete() {
                subscriber.onComplete();
            }
        }));
    }

    private Flow.Subscription carried(Flow.Subscription given) {
        return new Flow.Subscription() {

            @Override
            public void request(long parts) {
                context.run(() -> given.request(parts));
            }

            @Override
            public void cancel() {
                context.run(given::cancel);
            }
        };
    }
}
