// Signs tokens by jose: node jwt.mjs FOLDER ISSUER AUDIENCE, where FOLDER has node_modules with jose. Prints the public keys, a
// JWK set, then a token by each algorithm.
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const [folder, issuer, audience] = process.argv.slice(2);
const { SignJWT, exportJWK, generateKeyPair } = await import(pathToFileURL(createRequire(`${folder}/`).resolve('jose')));
const keys = [];
const tokens = {};
for (const alg of ['RS256', 'PS256', 'ES256']) {
  const { publicKey, privateKey } = await generateKeyPair(alg);
  keys.push({ ...(await exportJWK(publicKey)), kid: `jose-${alg}`, alg, use: 'sig' });
  tokens[alg] = await new SignJWT({ scope: 'read' })
    .setProtectedHeader({ alg, kid: `jose-${alg}`, typ: 'at+jwt' })
    .setIssuer(issuer)
    .setAudience(audience)
    .setSubject(`jose-${alg}`)
    .setIssuedAt()
    .setExpirationTime('10m')
    .sign(privateKey);
}
console.log(JSON.stringify({ keys, tokens }));
