import { SAML } from '@node-saml/node-saml';
import { checkStructure } from './check-structure.ts';
import type { SamlProvider } from './import-metadata.ts';
import { type Assertion, readAssertion } from './read-assertion.ts';
import { ASSERTION } from './saml-names.ts';
import { refuseUnless, SamlRefused } from './saml-refused.ts';
import { type ServiceProvider, samlOptions } from './service-provider.ts';
import { attributeOf, childrenOf, parseXml, textOf, UnreadableXml } from './xml.ts';

/** Characters of a response, decoded. Checked before anything is parsed. */
export const MAX_RESPONSE = 100_000;

export type Received = {
  readonly settings: SamlProvider;
  readonly provider: ServiceProvider;
  /** The form field, base64. */
  readonly encoded: string;
  /** The attribute that has the groups; null for the usual ones. */
  readonly groupsAttribute?: string | null;
  /** Epoch milliseconds. */
  readonly now: number;
};

/**
 * Verifies a posted response. That its request was ours, and that the assertion is seen for the first time, is for the caller.
 * @throws SamlRefused
 */
export async function validateResponse({
  settings,
  provider,
  encoded,
  groupsAttribute = null,
  now,
}: Received): Promise<Assertion> {
  try {
    const response = parseXml(decode(encoded), { maxLength: MAX_RESPONSE });
    checkStructure(response);
    checkEnvelope(response, { settings, provider });
    const signed = await verifiedAssertion(settings, provider, encoded);
    const assertion = readAssertion(signed, { ...provider, issuer: settings.entity_id, groupsAttribute, now });
    const request = attributeOf(response, 'InResponseTo');
    refuseUnless(
      request === null || request === assertion.inResponseTo,
      'Response and assertion answer different requests.',
    );
    return assertion;
  } catch (error) {
    if (error instanceof UnreadableXml) throw new SamlRefused(error.message, { cause: error });
    throw error;
  }
}

function decode(encoded: string): string {
  const text = encoded.replaceAll(/\s/g, '');
  refuseUnless(text.length <= MAX_RESPONSE * 2, `The response has more than ${MAX_RESPONSE} characters.`);
  refuseUnless(/^[A-Za-z0-9+/]+={0,2}$/.test(text), 'The response is not base64.');
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(text, 'base64'));
  } catch (cause) {
    throw new SamlRefused('The response is not UTF-8.', { cause });
  }
}

/** Checks the values outside of the assertion. They need not be signed: they can only lead to a refusal. */
function checkEnvelope(response: Element, { settings, provider }: Pick<Received, 'settings' | 'provider'>): void {
  const destination = attributeOf(response, 'Destination');
  refuseUnless(
    destination === null || destination === provider.acsUrl,
    `The response is for ${JSON.stringify(destination)}, not for ${JSON.stringify(provider.acsUrl)}.`,
  );
  const issuers = childrenOf(response, ASSERTION, 'Issuer').map(textOf);
  refuseUnless(
    issuers.length <= 1 && issuers.every((issuer) => issuer === settings.entity_id),
    `The issuer is ${JSON.stringify(issuers.join(', '))}, not ${JSON.stringify(settings.entity_id)}.`,
  );
}

/** The canonical bytes of the assertion that a certificate of the provider signed. */
async function verifiedAssertion(settings: SamlProvider, provider: ServiceProvider, encoded: string): Promise<string> {
  const saml = new SAML(samlOptions(settings, provider));
  try {
    const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: encoded });
    const signed = profile?.getAssertionXml?.();
    if (signed !== undefined) return signed;
  } catch {
    // The library's words quote the response; the reason is the same for each.
  }
  throw new SamlRefused('The signature is not of a certificate of the identity provider. Import its metadata again.');
}
