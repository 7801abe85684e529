package dev.medley.server.internal.cli;

import dev.medley.loadtest.process.ProjectFolder;
import dev.medley.partner.PartnerSettings;
import dev.medley.server.internal.declaration.ServerConfiguration;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The gallery of declared mashups, {@code config/gallery.yaml}, of which the JAR has a copy.
 *
 * @param yaml its text
 */
record Gallery(String yaml) {

    /** The name of the file, for messages. */
    static final String NAME = "gallery.yaml";

    /** A request to each mashup, in the order of the gallery, to which no partner fails. */
    static final List<ExampleRequest> EXAMPLES = List.of(
            ExampleRequest.get("/declared/hello?name=Ada"),
            ExampleRequest.get("/declared/limited"),
            ExampleRequest.get("/declared/trip?city=Saskatoon"),
            ExampleRequest.get("/declared/fanout?c=6&delay=100"),
            ExampleRequest.get("/declared/user/2"),
            ExampleRequest.get("/declared/product/3?view=full"),
            ExampleRequest.get("/declared/orders/1"),
            ExampleRequest.get("/declared/bill/1"),
            new ExampleRequest("/declared/quote", "{\"product\": 3, \"quantity\": 2}"),
            ExampleRequest.get("/declared/city?city=Oslo"),
            ExampleRequest.get("/declared/rates"),
            ExampleRequest.get("/declared/dollars/3"),
            ExampleRequest.get("/declared/offers/3"),
            ExampleRequest.get("/declared/headlines?city=Oslo"),
            ExampleRequest.get("/declared/tag/3"),
            ExampleRequest.get("/declared/item/3"),
            ExampleRequest.get("/declared/price/7"),
            ExampleRequest.get("/declared/account/2"),
            ExampleRequest.get("/declared/stock/3"),
            ExampleRequest.get("/declared/progress/1?delay=100"),
            new ExampleRequest("/declared/offer", "{\"product\": 3, \"colours\": [\"red\", \"blue\"]}"),
            new ExampleRequest("/declared/note", "{\"text\": \"Ring twice.\"}"),
            ExampleRequest.get("/declared/fast/7"),
            ExampleRequest.get("/declared/note/7"),
            ExampleRequest.get("/declared/picture/3"),
            ExampleRequest.get("/declared/catalog"),
            ExampleRequest.get("/declared/basket/1"),
            ExampleRequest.get("/declared/shop/product/3"));

    /** The port of the first stub partner in the gallery. */
    private static final int FIRST_PORT = 9001;

    private static final Set<String> LOCAL = Set.of("127.0.0.1", "localhost");

    /** Reads the file, which may have been edited, in the folder of Medley's sources; elsewhere the copy of the JAR. */
    static Gallery current() throws IOException {
        return current(ProjectFolder.find("mvnw").map(Path::getParent).orElse(null));
    }

    /** As above, in the folder {@code sources}, or else from the JAR. */
    static Gallery current(@Nullable Path sources) throws IOException {
        Path file = sources == null ? null : sources.resolve("config").resolve(NAME);
        return file != null && Files.exists(file) ? new Gallery(Files.readString(file)) : read();
    }

    /** Reads it from the JAR. */
    static Gallery read() throws IOException {
        try (InputStream file = Gallery.class.getResourceAsStream(NAME)) {
            if (file == null) {
                throw new IOException("the JAR has no " + NAME);
            }
            return new Gallery(new String(file.readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    /**
     * Returns the names of its partners at the ports of stub partners, each with the address of one: the first in place of port
     * 9001, and so on.
     */
    Map<String, URI> partners(List<URI> stubs) {
        Map<String, URI> partners = new LinkedHashMap<>();
        for (PartnerSettings each :
                ServerConfiguration.READER.parse(NAME, yaml, Map.of(), Map.of()).partners()) {
            int stub = each.url().getPort() - FIRST_PORT;
            if (LOCAL.contains(each.url().getHost()) && stub >= 0 && stub < stubs.size()) {
                partners.put(each.name(), stubs.get(stub));
            }
        }
        return partners;
    }
}
