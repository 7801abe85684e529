package dev.medley.exchange;

import java.util.concurrent.Executor;
import java.util.function.Consumer;

/** The response of an exchange of a group: callbacks run within the group, so that what they start belongs to it. */
final class GroupedStage extends ResponseStage {

    private final ExchangeGroup group;

    GroupedStage(Executor pool, ExchangeGroup group) {
        super(ExchangeGroup.carrying(group, pool));
        this.group = group;
    }

    @Override
    void deliver(Consumer<ExchangeListener> event, ExchangeListener listener) {
        ExchangeGroup.within(group, () -> {
            event.accept(listener);
            return listener;
        });
    }

    @Override
    void succeed(PartnerResponse response) {
        ExchangeGroup.within(group, () -> {
            super.succeed(response);
            return response;
        });
    }

    @Override
    void fail(ExchangeException reason) {
        ExchangeGroup.within(group, () -> {
            super.fail(reason);
            return reason;
        });
    }
}
