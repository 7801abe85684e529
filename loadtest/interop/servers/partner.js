// A partner on Node's http2: GET and POST /partner/{i}?delay=MS, with a JSON document of about 1 KB.
// Usage: node partner.js PORT [CERTIFICATE KEY]; h2 with a certificate, h2c without.
'use strict';
const fs = require('node:fs');
const http2 = require('node:http2');

const [port, certificate, key] = process.argv.slice(2);
const filler = 'x'.repeat(880);

function answer(request, response) {
    const url = new URL(request.url, 'http://localhost');
    let received = 0;
    request.on('data', (part) => { received += part.length; });
    request.on('end', () => {
        const document = JSON.stringify({
            server: 'node', protocol: `HTTP/${request.httpVersion}`, connection: String(request.socket.remotePort),
            method: request.method, path: url.pathname, received, filler,
        });
        const reply = () => {
            if (!response.stream.destroyed) {
                response.writeHead(200, { 'content-type': 'application/json' });
                response.end(document);
            }
        };
        const delay = Number(url.searchParams.get('delay'));
        if (delay > 0) {
            setTimeout(reply, delay);
        } else {
            reply();
        }
    });
}

const server = certificate
    ? http2.createSecureServer(
        { allowHTTP1: false, cert: fs.readFileSync(certificate), key: fs.readFileSync(key) }, answer)
    : http2.createServer(answer);
server.listen(Number(port), '127.0.0.1', () => console.log('ready'));
