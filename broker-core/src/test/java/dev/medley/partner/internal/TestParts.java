package dev.medley.partner.internal;

import dev.medley.connection.internal.address.Address;
import dev.medley.partner.EndpointUrl;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.stream.Stream;

/** Parts of partners for tests: at chosen addresses, and with a choice of endpoints that is known. */
public final class TestParts {

    private TestParts() {}

    /** Returns {@code parts} with other addresses. */
    public static PartnerParts at(PartnerParts parts, Address... others) {
        List<EndpointUrl> urls = Stream.of(others)
                .map(address -> EndpointUrl.of(address.scheme() + "://" + address.authority()))
                .toList();
        return new PartnerParts(urls, parts.chooser(), parts.policy(), parts.stages(), parts.endpointStages());
    }

    /** Returns {@code parts} with a choice by this source of numbers: from 0 to below its argument, each as likely. */
    public static PartnerParts random(PartnerParts parts, IntUnaryOperator numbers) {
        return new PartnerParts(
                parts.urls(), new PowerOfTwoChoices(numbers), parts.policy(), parts.stages(), parts.endpointStages());
    }
}
