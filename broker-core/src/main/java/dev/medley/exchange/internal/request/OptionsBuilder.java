package dev.medley.exchange.internal.request;

import dev.medley.format.Format;
import dev.medley.json.JsonLimits;
import dev.medley.partner.PartnerSettings;
import dev.medley.partner.internal.Connecting;
import dev.medley.partner.internal.Partner;
import dev.medley.setting.internal.ValueParsers;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Collects the options of one exchange; one that is not set has the value of the partner's settings. Not thread-safe. */
public final class OptionsBuilder {

    private static final long LARGEST_BODY = 1 << 30;
    private static final int FIRST_STATUS = 200;
    private static final int LAST_STATUS = 599;
    private static final int MOST_RETRIES = 100;

    private final Partner partner;
    private Duration timeout;
    private Duration attemptTimeout;
    private Duration idleTimeout;
    private long maxBody;
    private int maxRedirects;
    private int retries = ExchangeOptions.OF_PARTNER;
    private long hedgeNanos = ExchangeOptions.OF_PARTNER;
    private boolean expectJson;
    private @Nullable Set<Integer> accepted;
    private boolean streamed;
    private @Nullable Format<?> faults;

    /** Begins the options of an exchange with {@code partner}. */
    public OptionsBuilder(Partner partner) {
        this.partner = partner;
        PartnerSettings settings = partner.settings();
        timeout = settings.timeout();
        attemptTimeout = settings.attemptTimeout();
        idleTimeout = settings.idleTimeout();
        maxBody = partner.limits().maxBody();
        maxRedirects = settings.redirects();
    }

    /** Shortens the time of the whole exchange. */
    public void timeout(Duration whole) {
        timeout = whole.compareTo(timeout) < 0 ? notNegative(whole) : timeout;
    }

    /** Sets the time of an attempt. */
    public void attemptTimeout(Duration attempt) {
        attemptTimeout = bounded("attempt-timeout", attempt);
    }

    /** Sets the time for which an attempt goes on without a byte. */
    public void idleTimeout(Duration idle) {
        idleTimeout = bounded("idle-timeout", idle);
    }

    /** Sets the bytes of a body. */
    public void maxBody(long bytes) {
        if (bytes < 0 || bytes > LARGEST_BODY) {
            throw refused("max-body is %d bytes, expected 0 to 1GiB", bytes);
        }
        maxBody = bytes;
    }

    /** Sets the redirects that are followed. */
    public void redirects(int followed) {
        if (followed < 0) {
            throw refused("%d redirects, expected 0 or more", followed);
        }
        maxRedirects = followed;
    }

    /** Sets the attempts beyond the first. */
    public void retries(int times) {
        if (times < 0 || times > MOST_RETRIES) {
            throw refused("%d retries, expected 0 to " + MOST_RETRIES, times);
        }
        retries = times;
    }

    /** Sets the time after which an attempt starts beside the first. */
    public void hedge(Duration after) {
        hedgeNanos = bounded("hedge", after).toNanos();
    }

    /** The response must be a document. */
    public void expectJson() {
        expectJson = true;
    }

    /** Adds statuses that are not refused. */
    public void accept(int... statuses) {
        Set<Integer> all = new TreeSet<>(accepted == null ? Set.of() : accepted);
        for (int status : statuses) {
            if (status < FIRST_STATUS || status > LAST_STATUS) {
                throw new IllegalArgumentException("an exchange with partner %s accepts status %d, expected %d to %d"
                        .formatted(partner.name(), status, FIRST_STATUS, LAST_STATUS));
            }
            all.add(status);
        }
        accepted = Set.copyOf(all);
    }

    /** A response whose status is refused may have a fault in {@code format}. */
    public void faults(@Nullable Format<?> format) {
        faults = format;
    }

    /** The body goes to the listener part by part. */
    public void streamed() {
        streamed = true;
    }

    /** Returns whether it does. */
    public boolean isStreamed() {
        return streamed;
    }

    /** Returns whether a response may be refused for its status or its content. */
    public boolean checksResponse() {
        return expectJson || accepted != null;
    }

    /**
     * Returns the options.
     *
     * @param decompress whether the partner is asked for a compressed body
     */
    public ExchangeOptions build(boolean decompress) {
        return new ExchangeOptions(
                timeout,
                attemptTimeout,
                partner.settings().connectTimeout(),
                idleTimeout,
                maxBody,
                expectJson,
                accepted,
                new JsonLimits(partner.limits().maxJsonNames(), partner.limits().maxJsonTokens()),
                streamed,
                Connecting.limits(partner.limits()),
                decompress,
                maxRedirects,
                retries,
                hedgeNanos,
                faults);
    }

    /** Returns whether {@link #build} would return an equal of {@code last}, which are options of the same partner. */
    public boolean areEqual(ExchangeOptions last, boolean decompress) {
        return last.timeout().equals(timeout)
                && last.attemptTimeout().equals(attemptTimeout)
                && last.idleTimeout().equals(idleTimeout)
                && last.maxBody() == maxBody
                && last.expectJson() == expectJson
                && last.streamed() == streamed
                && last.decompress() == decompress
                && last.maxRedirects() == maxRedirects
                && last.retries() == retries
                && last.hedgeNanos() == hedgeNanos
                && last.faults() == faults
                && Objects.equals(last.accepted(), ExchangeOptions.accepted(accepted, expectJson));
    }

    /** Refuses a time that no clock can count in nanoseconds. The longest time is that of the whole exchange. */
    private Duration bounded(String what, Duration time) {
        if (time.compareTo(ValueParsers.MAX_DURATION) > 0) {
            throw new IllegalArgumentException("an exchange with partner %s: %s is %s, expected at most 365 days"
                    .formatted(partner.name(), what, time));
        }
        return notNegative(time);
    }

    private static Duration notNegative(Duration time) {
        return time.isNegative() ? Duration.ZERO : time;
    }

    private IllegalArgumentException refused(String problem, long value) {
        return new IllegalArgumentException(
                "an exchange with partner %s: %s".formatted(partner.name(), problem.formatted(value)));
    }
}
