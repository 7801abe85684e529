import dev.medley.connection.RequestBody;
import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.servlet.annotation.MashupMethods;
import dev.medley.servlet.MashupServlet;
import jakarta.servlet.annotation.WebServlet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Replies with the body of the request, to any path and method. */
@WebServlet("/*")
@MashupMethods({"DELETE", "GET", "OPTIONS", "PATCH", "POST", "PUT"})
public final class EchoMashup extends MashupServlet {

    private static final long serialVersionUID = 1L;
    private static final String TYPE = "application/octet-stream";

    @Override
    protected CompletionStage<Reply> compose(Mashup mashup) {
        boolean hasBody = mashup.header("Content-Length") != null || mashup.header("Transfer-Encoding") != null;
        return hasBody
                ? mashup.requestBody().thenApply(body -> Reply.bytes(TYPE, bytes(body)))
                : CompletableFuture.completedFuture(Reply.bytes(TYPE, new byte[0]));
    }

    private static byte[] bytes(RequestBody body) {
        return body.bytes();
    }
}
