import dev.medley.connection.Header;
import dev.medley.connection.OutboundRequest;
import dev.medley.connection.RequestBody;
import dev.medley.exchange.ExchangeBuilder;
import dev.medley.exchange.PartnerResponse;
import dev.medley.mashup.Inbound;
import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.servlet.annotation.MashupMethods;
import dev.medley.servlet.MashupServlet;
import jakarta.servlet.annotation.WebServlet;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;

/** Passes the whole request on to the first partner, and its whole response back: a reverse proxy with the partner's cache. */
@WebServlet("/*")
@MashupMethods({"DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT", "FOO", "M-SEARCH"})
public final class PassingMashup extends MashupServlet {

    private static final long serialVersionUID = 1L;

    /** Fields that a reply takes from the body, by Reply.of(), or that belong to the connection. */
    private static final Set<String> NOT_BY_NAME =
            Set.of("content-encoding", "content-length", "content-type", "proxy-authenticate", "proxy-authorization", "server");

    @Override
    protected CompletionStage<Reply> compose(Mashup mashup) {
        Inbound inbound = mashup.inbound();
        boolean hasBody = inbound.header("Content-Length") != null || inbound.header("Transfer-Encoding") != null;
        CompletionStage<RequestBody> body =
                hasBody ? mashup.requestBody() : CompletableFuture.completedFuture(null);
        return body.thenCompose(content -> passed(mashup, inbound, content)).thenApply(PassingMashup::reply);
    }

    private static CompletionStage<PartnerResponse> passed(Mashup mashup, Inbound inbound, RequestBody content) {
        String query = inbound.query() == null ? "" : "?" + inbound.query();
        ExchangeBuilder exchange = mashup.exchange(mashup.partners().get(0))
                .request(inbound.method(), inbound.path() + query);
        inbound.headers().forEach((name, values) -> {
            if (!OutboundRequest.RESERVED_FIELDS.contains(name) && !name.equalsIgnoreCase("Content-Type")) {
                values.forEach(value -> exchange.header(name, value));
            }
        });
        return (content == null ? exchange : exchange.body(content)).start().response();
    }

    private static Reply reply(PartnerResponse response) {
        // A redirect is passed on only by who names its target, also one without a target.
        String[] names = Stream.concat(Stream.of("Location"), response.head().headers().stream().map(Header::name))
                .map(name -> name.toLowerCase(Locale.ROOT))
                .distinct()
                .filter(name -> !name.equals("date"))
                .filter(name -> !OutboundRequest.RESERVED_FIELDS.contains(name) && !NOT_BY_NAME.contains(name))
                .toArray(String[]::new);
        Reply reply = Reply.of(response, names);
        String date = response.head().header("Date");
        return date == null ? reply : reply.header("Date", date);
    }
}
