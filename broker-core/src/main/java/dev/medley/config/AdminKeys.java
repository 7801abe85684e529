package dev.medley.config;

import dev.medley.setting.internal.Group;
import dev.medley.setting.internal.Setting;
import dev.medley.setting.internal.Setting.Trait;
import dev.medley.setting.internal.ValueParsers;
import java.util.List;

/** The keys of administration. */
record AdminKeys(
        Setting<Integer> port,
        Setting<String> host,
        Setting<List<String>> names,
        Setting<Boolean> actions,
        Setting<Integer> operatorPort,
        Setting<String> operatorHost,
        TlsKeys tls) {

    private static final int PORT = 8081;
    private static final String LOOPBACK = "127.0.0.1";

    /** Declares them in {@code server}. */
    static AdminKeys in(Group server) {
        Group admin = server.group("admin", "Administration: metrics, health and actions");
        Setting<Integer> port = admin.key(
                "port",
                ValueParsers.port(),
                PORT,
                "Port of metrics and health; 0 for any free one",
                Trait.OF_CONTAINER);
        Setting<String> host = admin.key(
                "host",
                ValueParsers.host(),
                LOOPBACK,
                "Address to listen on for metrics and health",
                Trait.OF_CONTAINER);
        Setting<List<String>> names = admin.key(
                "names",
                ValueParsers.list(ValueParsers.host()),
                List.of(),
                "Host names of administration, in addition to addresses and `localhost`; a request whose `Host` is"
                        + " another name is refused with a 421, because a web page may have sent it",
                Trait.OF_CONTAINER);
        Setting<Boolean> actions = admin.key(
                "actions",
                ValueParsers.flag(),
                true,
                "False to refuse `POST /reload` and `POST /cache/purge`",
                Trait.OF_CONTAINER);
        Group operator = admin.group("operator", "A separate connector for actions and `/manifests`");
        return new AdminKeys(
                port,
                host,
                names,
                actions,
                operator.optional(
                        "port",
                        ValueParsers.port(),
                        "same as `server.admin.port`",
                        "8082",
                        "Port of actions and `/manifests`, which the port of metrics and health then no longer serves;"
                                + " 0 for any free one. With `server.admin.tls` it uses the same TLS",
                        Trait.OF_CONTAINER),
                operator.key(
                        "host",
                        ValueParsers.host(),
                        LOOPBACK,
                        "Address to listen on for actions and `/manifests`, if `port` is set",
                        Trait.OF_CONTAINER),
                TlsKeys.in(admin.group("tls", "TLS of administration")));
    }
}
