import { describe, expect, test } from 'vitest';
import {
  encode,
  type Forgery,
  forgeAssertion,
  forgeEnvelope,
  forgeSigned,
  SHA256,
  signElement,
} from '../../../testing/saml/forge-response.ts';
import { SAML_KEYS } from '../../../testing/saml/saml-keys.ts';
import { SamlRefused } from './saml-refused.ts';
import { serviceProviderOf } from './service-provider.ts';
import { validateResponse } from './validate-response.ts';

const NOW = Date.UTC(2026, 10, 29, 9);
const MINUTES = 60_000;
const provider = serviceProviderOf('11111111-1111-4111-8111-111111111111', 'https://switchboard.test');
const settings = {
  entity_id: 'https://idp.acme.test/metadata',
  sign_in_url: 'https://idp.acme.test/sso',
  certificates: [SAML_KEYS.signing.certificate],
};
const GOOD: Forgery = { ...provider, issuer: settings.entity_id, inResponseTo: '_request', now: NOW };
const EVIL: Forgery = { ...GOOD, id: '_evil', nameId: 'root', attributes: { email: 'root@acme.test' } };

const validate = (xml: string, own: Partial<typeof settings> = {}) =>
  validateResponse({ settings: { ...settings, ...own }, provider, encoded: encode(xml), now: NOW });
async function refusal(xml: string): Promise<string> {
  const error = await validate(xml).then(
    () => new Error('It was accepted.'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof SamlRefused)) throw error;
  return error.message;
}
const signedGood = (): string => signElement(forgeAssertion(GOOD), '_assertion');
/** A signed assertion and a forged one, put together. */
const wrap = (build: (good: string, evil: string) => string): string =>
  forgeEnvelope(GOOD, build(signedGood(), forgeAssertion(EVIL)));

describe('a response of an identity provider', () => {
  test('yields the claims of its signed assertion', async () => {
    expect(await validate(forgeSigned(GOOD))).toEqual({
      id: '_assertion',
      inResponseTo: '_request',
      expires: NOW + 6 * MINUTES,
      subject: 'ada-1',
      mail: 'ada@acme.test',
      name: 'Ada',
      authnContext: 'urn:oasis:names:tc:SAML:2.0:ac:classes:Password',
      groups: [],
    });
  });

  test('verifies when it is signed as a whole besides', async () => {
    expect(await validate(signElement(forgeSigned(GOOD), '_response'))).toMatchObject({ subject: 'ada-1' });
  });

  test.each([
    ['the old certificate', SAML_KEYS.signing],
    ['the next certificate', SAML_KEYS.next],
  ])('verifies with %s while a provider renews it', async (_, key) => {
    const certificates = [SAML_KEYS.signing.certificate, SAML_KEYS.next.certificate];
    expect(await validate(forgeSigned(GOOD, { key }), { certificates })).toMatchObject({ subject: 'ada-1' });
  });

  test('yields the email address that names the person', async () => {
    const format = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';
    const found = await validate(
      forgeSigned({ ...GOOD, format, nameId: 'ada@acme.test', attributes: { sn: 'Lovelace' } }),
    );
    expect(found).toMatchObject({ subject: 'ada@acme.test', mail: 'ada@acme.test', name: 'Lovelace' });
  });

  test('yields the claims of Microsoft and of LDAP', async () => {
    const claims = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims';
    const attributes = {
      [`${claims}/emailaddress`]: 'ada@acme.test',
      [`${claims}/givenname`]: 'Ada',
      [`${claims}/surname`]: 'Lovelace',
      'http://schemas.microsoft.com/ws/2008/06/identity/claims/groups': 'analysts',
    };
    expect(await validate(forgeSigned({ ...GOOD, attributes }))).toMatchObject({
      mail: 'ada@acme.test',
      name: 'Ada Lovelace',
      groups: ['analysts'],
    });
    const oids = { 'urn:oid:0.9.2342.19200300.100.1.3': 'ada@acme.test' };
    expect(await validate(forgeSigned({ ...GOOD, attributes: oids }))).toMatchObject({ mail: 'ada@acme.test' });
  });
});

describe('a response is refused', () => {
  test.each<[string, () => string, RegExp]>([
    ['without a signature', () => forgeEnvelope(GOOD, forgeAssertion(GOOD)), /not signed/],
    [
      'when only its envelope is signed',
      () => signElement(forgeEnvelope(GOOD, forgeAssertion(GOOD)), '_response'),
      /not signed/,
    ],
    ['when a stranger signed it', () => forgeSigned(GOOD, { key: SAML_KEYS.stranger }), /signature/],
    ['when its signature covers other claims', () => forgeSigned(GOOD).replace('ada-1', 'root'), /signature/],
    [
      'signed with SHA-1',
      () =>
        forgeSigned(GOOD, {
          algorithms: { ...SHA256, signature: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' },
        }),
      /rsa-sha1 is not accepted/,
    ],
    [
      'with a digest of SHA-1',
      () => forgeSigned(GOOD, { algorithms: { ...SHA256, digest: 'http://www.w3.org/2000/09/xmldsig#sha1' } }),
      /#sha1 is not accepted/,
    ],
    [
      'when its canonical form keeps comments',
      () => forgeSigned(GOOD, { canonicalForm: 'http://www.w3.org/2001/10/xml-exc-c14n#WithComments' }),
      /WithComments is not accepted/,
    ],
    [
      'with HMAC of the public certificate',
      () => forgeSigned(GOOD).replace(SHA256.signature, 'http://www.w3.org/2000/09/xmldsig#hmac-sha1'),
      /hmac-sha1 is not accepted/,
    ],
  ])('%s', async (_, build, message) => {
    expect(await refusal(build())).toMatch(message);
  });

  test.each<[string, Partial<Forgery>, RegExp]>([
    ['for another audience', { audience: 'https://other.test' }, /audience is "https:\/\/other.test", not/],
    ['for another recipient', { recipient: 'https://other.test/acs' }, /recipient is "https:\/\/other.test\/acs", not/],
    ['of another issuer', { issuer: 'https://other.test/metadata' }, /issuer is "https:\/\/other.test\/metadata", not/],
    ['before its time', { notBefore: NOW + 2 * MINUTES }, /not valid yet/],
    ['after its time', { notOnOrAfter: NOW - 2 * MINUTES }, /has expired/],
    ['after the time of its confirmation', { confirmedUntil: NOW - 2 * MINUTES }, /confirmation has expired/],
    ['when the identity provider began the sign-in', { inResponseTo: null }, /Begin it in the console/],
    [
      'without a bearer confirmation',
      { method: 'urn:oasis:names:tc:SAML:2.0:cm:sender-vouches' },
      /bearer confirmation/,
    ],
    ['without a statement of a sign-in', { statement: '' }, /does not say that the person signed in/],
    ['for a person without a name', { nameId: '' }, /NameID\) is empty/],
    ['for a person of one session', { format: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' }, /transient/],
  ])('%s', async (_, changes, message) => {
    expect(await refusal(forgeSigned({ ...GOOD, ...changes }))).toMatch(message);
  });

  test('accepts clocks that differ by less than a minute', async () => {
    const early = { ...GOOD, notBefore: NOW + MINUTES / 2 };
    expect(await validate(forgeSigned(early))).toMatchObject({ subject: 'ada-1' });
    const late = { ...GOOD, notOnOrAfter: NOW - MINUTES / 2, confirmedUntil: NOW - MINUTES / 2 };
    expect(await validate(forgeSigned(late))).toMatchObject({ subject: 'ada-1' });
  });
});

describe('a wrapped signature is refused', () => {
  test.each<[string, string, RegExp]>([
    ['before the signed assertion', wrap((good, evil) => evil + good), /more than one assertion/],
    ['behind the signed assertion', wrap((good, evil) => good + evil), /more than one assertion/],
    [
      'around the signed assertion',
      wrap((good, evil) => evil.replace('</saml:Assertion>', `${good}</saml:Assertion>`)),
      /more than one assertion/,
    ],
    [
      'beside extensions with the signed assertion',
      wrap((good, evil) => `<samlp:Extensions>${good}</samlp:Extensions>${evil}`),
      /more than one assertion/,
    ],
    [
      'with the signed assertion as object of its signature',
      wrap((good, evil) => {
        const [signature = ''] = /<ds:Signature.*<\/ds:Signature>/s.exec(good) ?? [];
        const own = good.replace(signature, '');
        const moved = signature.replace('</ds:Signature>', `<ds:Object>${own}</ds:Object></ds:Signature>`);
        return evil.replace('</saml:Issuer>', `</saml:Issuer>${moved}`);
      }),
      /more than one assertion/,
    ],
    [
      'with the signature of the other assertion',
      wrap((good, evil) => {
        const [signature = ''] = /<ds:Signature.*<\/ds:Signature>/s.exec(good) ?? [];
        return evil.replace('</saml:Issuer>', `</saml:Issuer>${signature}`);
      }),
      /signature/,
    ],
    [
      'with the signed part renamed and kept in the envelope',
      wrap((good, evil) => {
        const [signature = ''] = /<ds:Signature.*<\/ds:Signature>/s.exec(good) ?? [];
        return `${evil.replace('</saml:Issuer>', `</saml:Issuer>${signature}`)}<samlp:Extensions><saml:Advice Id="_assertion"/></samlp:Extensions>`;
      }),
      /signature/,
    ],
    ['with an id that is used twice', wrap((good) => `<samlp:Extensions Id="_assertion"/>${good}`), /same id/],
    [
      'with a second signature of an assertion',
      wrap((good) => {
        const [signature = ''] = /<ds:Signature.*<\/ds:Signature>/s.exec(good) ?? [];
        return good.replace(signature, signature + signature);
      }),
      /not signed/,
    ],
    [
      'with two signed parts',
      wrap((good) => good.replace(/<ds:Reference.*<\/ds:Reference>/s, (reference) => reference + reference)),
      /covers more/,
    ],
    [
      'with two digests',
      wrap((good) => good.replace(/<ds:DigestMethod[^>]*\/>/, (method) => method + method)),
      /2 elements DigestMethod/,
    ],
    [
      'with further transforms',
      wrap((good) =>
        good.replace(
          '</ds:Transforms>',
          '<ds:Transform Algorithm="http://www.w3.org/TR/1999/REC-xpath-19991116"/></ds:Transforms>',
        ),
      ),
      /Transform|not accepted/,
    ],
    ['with an encrypted assertion beside it', wrap((good) => `${good}<saml:EncryptedAssertion/>`), /encrypted/],
  ])('%s', async (_, xml, message) => {
    expect(await refusal(xml)).toMatch(message);
  });
});

describe('a document is refused before its signature is read', () => {
  test.each<[string, string, RegExp]>([
    [
      'with a comment in the name of the person',
      forgeSigned({ ...GOOD, nameId: 'ada' }).replace('>ada<', '>ada<!-- x --><'),
      /comment/,
    ],
    [
      'with entities',
      forgeSigned(GOOD).replace(/^/, '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>'),
      /document type/,
    ],
    [
      'with a processing instruction',
      forgeSigned(GOOD).replace('<saml:Subject>', '<?php x?><saml:Subject>'),
      /instruction/,
    ],
    ['that is not well-formed', forgeSigned(GOOD).replace('</samlp:Response>', ''), /well-formed/],
    ['with an unknown entity', forgeSigned(GOOD).replace('ada-1', '&x;'), /well-formed/],
    ['that is not a response', '<a/>', /not a SAML 2.0 response/],
    [
      'that is too large',
      forgeSigned(GOOD).replace('<saml:Subject>', `<saml:Subject>${'x'.repeat(100_000)}`),
      /more than 100000/,
    ],
    [
      'that is nested too deeply',
      forgeSigned(GOOD).replace('<samlp:Status>', `${'<a>'.repeat(60)}${'</a>'.repeat(60)}<samlp:Status>`),
      /nested deeper/,
    ],
    [
      'for another address',
      forgeSigned(GOOD).replace(`Destination="${provider.acsUrl}"`, 'Destination="https://other.test/acs"'),
      /is for "https:\/\/other.test\/acs"/,
    ],
    [
      'that answers another request than its assertion',
      forgeSigned(GOOD).replace('InResponseTo="_request"><saml:Issuer>', 'InResponseTo="_other"><saml:Issuer>'),
      /different requests/,
    ],
    [
      'of a sign-in that failed',
      forgeEnvelope(GOOD, '').replace('status:Success', 'status:Responder'),
      /did not sign the person in: Responder/,
    ],
  ])('%s', async (_, xml, message) => {
    expect(await refusal(xml)).toMatch(message);
  });

  test.each([
    ['text that is not base64', 'a%20b'],
    ['bytes that are not UTF-8', Buffer.from([0xff, 0xfe, 0x00]).toString('base64')],
    ['nothing', ''],
  ])('%s', async (_, encoded) => {
    await expect(validateResponse({ settings, provider, encoded, now: NOW })).rejects.toThrow(SamlRefused);
  });

  test('a comment that splits the name of the person never shortens it', async () => {
    const xml = forgeSigned({ ...GOOD, nameId: 'root@acme.test.evil.test' });
    expect(await refusal(xml.replace('root@acme.test.evil.test', 'root@acme.test<!---->.evil.test'))).toMatch(
      /comment/,
    );
    expect(await validate(xml)).toMatchObject({ subject: 'root@acme.test.evil.test' });
  });
});
