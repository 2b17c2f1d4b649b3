import { describe, expect, test } from 'vitest';
import { useStarted } from '../../../testing/hooks/use-started.ts';
import { SAML_KEYS } from '../../../testing/saml/saml-keys.ts';
import { startSamlIdp } from '../../../testing/saml/start-saml-idp.ts';
import { importMetadata } from './import-metadata.ts';

const idp = useStarted(() => startSamlIdp([]));
const bare = (pem: string): string => pem.replaceAll(/-----[A-Z ]+-----|\s/g, '');
const key = (certificate: string, use = ' use="signing"'): string =>
  `<KeyDescriptor${use}><d:KeyInfo><d:X509Data><d:X509Certificate>\n${bare(certificate)}\n</d:X509Certificate></d:X509Data></d:KeyInfo></KeyDescriptor>`;
const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol';
const metadataWith = ({
  keys = key(SAML_KEYS.signing.certificate),
  binding = 'HTTP-Redirect',
  location = 'https://idp.test/sso',
  protocol = PROTOCOL,
}: {
  keys?: string;
  binding?: string;
  location?: string;
  protocol?: string;
} = {}): string =>
  `<!-- exported --><EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:d="http://www.w3.org/2000/09/xmldsig#" entityID="https://idp.test"><IDPSSODescriptor protocolSupportEnumeration="${protocol}">${keys}<SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:${binding}" Location="${location}"/></IDPSSODescriptor></EntityDescriptor>`;

describe('metadata of an identity provider', () => {
  test('yield its name, its address and its certificate', () => {
    expect(importMetadata(idp.metadata)).toEqual({
      provider: {
        entity_id: idp.entityId,
        sign_in_url: `${idp.url}/sso`,
        certificates: [SAML_KEYS.signing.certificate],
      },
    });
  });

  test('yield several certificates while one is renewed', () => {
    const keys = [SAML_KEYS.signing, SAML_KEYS.next, SAML_KEYS.next].map(({ certificate }) => key(certificate, ''));
    const encryption = key(SAML_KEYS.stranger.certificate, ' use="encryption"');
    expect(importMetadata(metadataWith({ keys: keys.join('') + encryption }))).toMatchObject({
      provider: { certificates: [SAML_KEYS.signing.certificate, SAML_KEYS.next.certificate] },
    });
  });

  test.each([
    ['text', 'hello', /well-formed/],
    ['no identity provider', '<a/>', /describes no SAML 2.0 identity provider/],
    ['entities', `<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>${metadataWith()}`, /document type/],
    ['another protocol', metadataWith({ protocol: 'urn:oasis:names:tc:SAML:1.1:protocol' }), /speak SAML 2.0/],
    ['another binding', metadataWith({ binding: 'HTTP-POST' }), /HTTP-Redirect/],
    ['no certificate', metadataWith({ keys: '' }), /no certificate/],
    ['a short key', metadataWith({ keys: key(SAML_KEYS.short.certificate) }), /2048 bits/],
    [
      'several providers',
      `<?xml version="1.0"?><x xmlns="y">${metadataWith().repeat(2)}</x>`,
      /several identity providers/,
    ],
    ['too much', 'x'.repeat(500_001), /more than 500000/],
  ])('lead to a sentence that says what is wrong: %s', (_, text, problem) => {
    expect(importMetadata(text)).toMatchObject({ problem: expect.stringMatching(problem) as string });
  });
});
