package dev.medley.server.internal.trial;

import dev.medley.partner.PartnerSettings;
import dev.medley.stubs.PartnerStubs;
import dev.medley.stubs.raw.Misbehaviour;
import dev.medley.stubs.raw.RawPartner;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What stands for the partners of a run: stubs, and a port that refuses connects. Closed once, not while a run is under way. */
final class RunPartners implements AutoCloseable {

    private final Map<String, PartnerStubs> stubs = new LinkedHashMap<>();
    private final Set<String> unreachable = new TreeSet<>();
    private @Nullable RawPartner refusing;

    private RunPartners() {}

    /** Returns that of a server with its partners themselves. */
    static RunPartners none() {
        return new RunPartners();
    }

    /**
     * Starts stubs.
     *
     * @param unreachable names of those partners that get the port that refuses connects
     */
    static RunPartners start(List<PartnerSettings> partners, Set<String> unreachable) {
        RunPartners started = new RunPartners();
        try {
            for (PartnerSettings partner : partners) {
                String name = partner.name();
                if (unreachable.contains(name)) {
                    started.refuse(name);
                } else {
                    started.stubs.put(name, PartnerStubs.builder().start());
                }
            }
            return started;
        } catch (RuntimeException | Error x) {
            started.close();
            throw x;
        }
    }

    private void refuse(String partner) {
        if (refusing == null) {
            refusing = RawPartner.start(Misbehaviour.REFUSE);
        }
        unreachable.add(partner);
    }

    /** Returns the stubs by the names of their partners. */
    Map<String, PartnerStubs> stubs() {
        return stubs;
    }

    /** Returns the names of the partners at the port that refuses connects. */
    Set<String> unreachable() {
        return unreachable;
    }

    /** Returns the addresses by the names of the partners. */
    Map<String, URI> uris() {
        Map<String, URI> uris = new LinkedHashMap<>();
        stubs.forEach((name, stub) -> uris.put(name, stub.uri()));
        unreachable.forEach(
                name -> uris.put(name, Objects.requireNonNull(refusing).uri()));
        return uris;
    }

    @Override
    public void close() {
        stubs.values().forEach(PartnerStubs::close);
        if (refusing != null) {
            refusing.close();
        }
    }
}
