package dev.medley.partner;

import dev.medley.setting.internal.Settings;
import dev.medley.setting.internal.SettingsType;
import dev.medley.setting.internal.SettingsView;

/** The sections of a partner's settings; the keys beside them are in {@link PartnerSettings}. */
abstract class PartnerSections extends SettingsView {

    PartnerSections(Settings values) {
        super(PartnerKeys.KEYS, values);
    }

    /** Returns {@code auth}. */
    public AuthSettings auth() {
        return new AuthSettings(SettingsType.values(this));
    }

    /** Returns {@code tls}. */
    public PartnerTlsSettings tls() {
        return new PartnerTlsSettings(SettingsType.values(this));
    }

    /** Returns {@code http2}. */
    public PartnerHttp2Settings http2() {
        return new PartnerHttp2Settings(SettingsType.values(this));
    }

    /** Returns {@code cache}. */
    public CacheSettings cache() {
        return new CacheSettings(SettingsType.values(this));
    }

    /** Returns {@code endpoints}. */
    public EndpointSettings endpoints() {
        return new EndpointSettings(SettingsType.values(this));
    }

    /** Returns {@code breaker}. */
    public BreakerSettings breaker() {
        return new BreakerSettings(SettingsType.values(this));
    }

    /** Returns {@code ejection}. */
    public EjectionSettings ejection() {
        return new EjectionSettings(SettingsType.values(this));
    }

    /** Returns {@code health-check}. */
    public HealthCheckSettings healthCheck() {
        return new HealthCheckSettings(SettingsType.values(this));
    }

    /** Returns {@code retry}. */
    public RetrySettings retry() {
        return new RetrySettings(SettingsType.values(this));
    }

    /** Returns {@code hedge}. */
    public HedgeSettings hedge() {
        return new HedgeSettings(SettingsType.values(this));
    }

    /** Returns {@code canary}. */
    public CanarySettings canary() {
        return new CanarySettings(SettingsType.values(this));
    }

    /** Returns {@code mirror}. */
    public MirrorSettings mirror() {
        return new MirrorSettings(SettingsType.values(this));
    }

    /** Returns {@code limits}. */
    public LimitSettings limits() {
        return new LimitSettings(SettingsType.values(this));
    }
}
