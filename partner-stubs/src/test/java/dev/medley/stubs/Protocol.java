package dev.medley.stubs;

import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.transport.HttpClientTransportOverHTTP;
import org.eclipse.jetty.http2.client.HTTP2Client;
import org.eclipse.jetty.http2.client.transport.HttpClientTransportOverHTTP2;

/** The two ways to speak to {@link PartnerStubs}. */
public enum Protocol {
    HTTP_1_1,
    H2C;

    /** A client that speaks nothing else, to be started by the caller. */
    HttpClient client() {
        return switch (this) {
            case HTTP_1_1 -> new HttpClient(new HttpClientTransportOverHTTP(1));
            case H2C -> new HttpClient(new HttpClientTransportOverHTTP2(new HTTP2Client()));
        };
    }
}
