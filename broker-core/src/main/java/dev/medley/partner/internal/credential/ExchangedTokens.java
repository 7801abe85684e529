package dev.medley.partner.internal.credential;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.medley.thread.internal.Clock;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The tokens of one partner that an issuer gives in exchange for those of callers (RFC 8693), one for each. Those that are used
 * least recently are forgotten. Thread-safe.
 */
final class ExchangedTokens implements CredentialSource {

    private static final long MAX_HELD = 32L << 20;
    private static final Duration UNUSED = Duration.ofMinutes(10);
    private static final int OVERHEAD = 1024;
    private static final String NOBODY = "the request has no caller that has shown a token, which could be exchanged";

    private final Function<String, TokenSource> create;
    private final Cache<String, TokenSource> sources;
    private volatile @Nullable TokenFetch fetch;

    /**
     * Creates tokens.
     *
     * @param create returns the source of the token in exchange for one
     */
    ExchangedTokens(Function<String, TokenSource> create, Clock clock) {
        this.create = create;
        sources = Caffeine.newBuilder()
                .maximumWeight(MAX_HELD)
                // What is given for it is as long, more or less; a character may take two bytes.
                .weigher((String token, TokenSource source) -> 4 * token.length() + OVERHEAD)
                .expireAfterAccess(UNUSED)
                .ticker(clock::nanoTime)
                .executor(Runnable::run)
                .build();
    }

    @Override
    public CredentialSource of(@Nullable String callerToken) {
        return callerToken == null ? this : sources.get(callerToken, this::created);
    }

    private TokenSource created(String callerToken) {
        TokenSource source = create.apply(callerToken);
        source.fetchBy(this::fetch);
        return source;
    }

    /** By what sends token requests now: a reload may have replaced it. */
    private void fetch(TokenRequest request, Consumer<TokenResult> whenEnded) {
        TokenFetch fetcher = fetch;
        if (fetcher == null) {
            whenEnded.accept(TokenResult.failed("the broker has not been started"));
        } else {
            fetcher.fetch(request, whenEnded);
        }
    }

    @Override
    public boolean isOfCaller() {
        return true;
    }

    @Override
    public String field() {
        return "Authorization";
    }

    @Override
    public @Nullable Credential current() {
        return null;
    }

    @Override
    public String failure() {
        return NOBODY;
    }

    @Override
    public void await(Runnable whenDecided) {
        whenDecided.run();
    }

    @Override
    public boolean isReplaceable(Credential refused) {
        return false;
    }

    @Override
    public void drop(Credential refused) {
        throw new IllegalStateException("there is no credential without a caller");
    }

    @Override
    public String state() {
        return "of callers";
    }

    @Override
    public void fetchBy(TokenFetch fetcher) {
        fetch = fetcher;
    }
}
