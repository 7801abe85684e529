package dev.medley.connection.internal.http1;

import dev.medley.connection.internal.address.Address;
import java.net.URI;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.Origin;
import org.eclipse.jetty.client.transport.HttpClientTransportOverHTTP;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;

/**
 * An address in Jetty's terms; all connections and requests to the address share it.
 *
 * @param client Jetty's client
 * @param origin the key of Jetty's destination
 * @param uri the base of each request
 * @param host the Host field of each request
 */
record Target(HttpClient client, Origin origin, URI uri, HttpField host) {

    static Target of(HttpClient client, Address address) {
        return new Target(
                client,
                new Origin(
                        address.scheme(),
                        new Origin.Address(address.host(), address.port()),
                        null,
                        HttpClientTransportOverHTTP.HTTP11),
                URI.create(address.scheme() + "://" + address.authority() + "/"),
                new HttpField(HttpHeader.HOST, address.authority()));
    }
}
