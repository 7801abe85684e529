// An issuer of tokens by oidc-provider: node issuer.mjs FOLDER PORT KEY, where FOLDER has node_modules with oidc-provider and
// KEY is the private key in PEM of the client that signs. Tokens live for TTL seconds. With SIGNING, a file with private keys as a
// JWK set, tokens for the resource https://medley.test are JWTs for the audience medley, signed by the first of them. Prints each
// token that it gives.
import { createPublicKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const [folder, port, key] = process.argv.slice(2);
const path = createRequire(`${folder}/`).resolve('oidc-provider');
const { default: Provider } = await import(pathToFileURL(path));
const publicKey = { ...createPublicKey(readFileSync(key)).export({ format: 'jwk' }), use: 'sig', kid: 'k1' };

const signing = process.env.SIGNING && JSON.parse(readFileSync(process.env.SIGNING));

const client = (id, method, more) => ({
  client_id: id,
  token_endpoint_auth_method: method,
  grant_types: ['client_credentials'],
  response_types: [],
  redirect_uris: [],
  scope: 'read',
  ...more,
});
const provider = new Provider(`http://127.0.0.1:${port}`, {
  clients: [
    client('basic', 'client_secret_basic', { client_secret: 'a:b c%' }),
    client('post', 'client_secret_post', { client_secret: 's3cret' }),
    client('private-key-jwt', 'private_key_jwt', { jwks: { keys: [publicKey] }, token_endpoint_auth_signing_alg: 'ES256' }),
  ],
  scopes: ['read'],
  features: {
    clientCredentials: { enabled: true },
    devInteractions: { enabled: false },
    ...(signing && {
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: () => ({ scope: 'read', audience: 'medley', accessTokenFormat: 'jwt', jwt: { sign: { alg: 'RS256' } } }),
      },
    }),
    introspection: { enabled: true, allowedPolicy: () => true },
  },
  ...(signing && { jwks: signing }),
  ttl: { ClientCredentials: Number(process.env.TTL) },
});
provider.on('client_credentials.saved', (token) => console.log(`token for ${token.clientId}`));
provider.on('grant.error', (context, error) => console.log(`error ${error.message}: ${error.error_detail ?? error.error_description}`));
provider.listen(port, '127.0.0.1');
