import { SignedXml } from 'xml-crypto';
import { SAML_KEYS, type SamlKey } from './saml-keys.ts';

/** A response of SAML by hand. What a field lacks is as a good provider writes it. */
export type Forgery = {
  readonly issuer: string;
  readonly entityId: string;
  readonly acsUrl: string;
  readonly inResponseTo: string | null;
  /** Epoch milliseconds at which it is issued. */
  readonly now: number;
  readonly id?: string;
  readonly audience?: string;
  readonly recipient?: string;
  readonly nameId?: string;
  readonly format?: string;
  readonly notBefore?: number;
  readonly notOnOrAfter?: number;
  readonly confirmedUntil?: number;
  readonly method?: string;
  readonly statement?: string;
  readonly attributes?: Readonly<Record<string, string>>;
};

const NAMES = 'xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"';
const MINUTES = 60_000;
export const SHA256 = {
  signature: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  digest: 'http://www.w3.org/2001/04/xmlenc#sha256',
};
const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const ENVELOPED = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';

const iso = (time: number): string => new Date(time).toISOString();

/** The XML of an assertion without a signature. */
export function forgeAssertion(forgery: Forgery): string {
  const { issuer, entityId, acsUrl, inResponseTo, now } = forgery;
  const start = iso(forgery.notBefore ?? now - MINUTES);
  const end = iso(forgery.notOnOrAfter ?? now + 5 * MINUTES);
  const answers = inResponseTo === null ? '' : ` InResponseTo="${inResponseTo}"`;
  const attributes = Object.entries(forgery.attributes ?? { email: 'ada@acme.test', displayName: 'Ada' }).map(
    ([name, value]) =>
      `<saml:Attribute Name="${name}"><saml:AttributeValue>${value}</saml:AttributeValue></saml:Attribute>`,
  );
  const statement =
    forgery.statement ??
    `<saml:AuthnStatement AuthnInstant="${iso(now)}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>`;
  return `<saml:Assertion ${NAMES} ID="${forgery.id ?? '_assertion'}" Version="2.0" IssueInstant="${iso(now)}"><saml:Issuer>${issuer}</saml:Issuer><saml:Subject><saml:NameID Format="${forgery.format ?? 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'}">${forgery.nameId ?? 'ada-1'}</saml:NameID><saml:SubjectConfirmation Method="${forgery.method ?? 'urn:oasis:names:tc:SAML:2.0:cm:bearer'}"><saml:SubjectConfirmationData NotOnOrAfter="${iso(forgery.confirmedUntil ?? now + 5 * MINUTES)}" Recipient="${forgery.recipient ?? acsUrl}"${answers}/></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="${start}" NotOnOrAfter="${end}"><saml:AudienceRestriction><saml:Audience>${forgery.audience ?? entityId}</saml:Audience></saml:AudienceRestriction></saml:Conditions>${statement}<saml:AttributeStatement>${attributes.join('')}</saml:AttributeStatement></saml:Assertion>`;
}

/** The XML of a response around assertions. */
export function forgeEnvelope(forgery: Forgery, content: string): string {
  const { issuer, acsUrl, inResponseTo, now } = forgery;
  const answers = inResponseTo === null ? '' : ` InResponseTo="${inResponseTo}"`;
  return `<samlp:Response ${NAMES} ID="_response" Version="2.0" IssueInstant="${iso(now)}" Destination="${acsUrl}"${answers}><saml:Issuer>${issuer}</saml:Issuer><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>${content}</samlp:Response>`;
}

/** Signs the element of that id, as providers do, behind its issuer. */
export function signElement(
  xml: string,
  id: string,
  {
    key = SAML_KEYS.signing,
    algorithms = SHA256,
    canonicalForm = EXCLUSIVE,
  }: { readonly key?: SamlKey; readonly algorithms?: typeof SHA256; readonly canonicalForm?: string } = {},
): string {
  const signed = new SignedXml({
    privateKey: key.privateKey,
    publicCert: key.certificate,
    signatureAlgorithm: algorithms.signature,
    canonicalizationAlgorithm: canonicalForm,
  });
  const xpath = `//*[@ID="${id}"]`;
  signed.addReference({ xpath, transforms: [ENVELOPED, canonicalForm], digestAlgorithm: algorithms.digest });
  signed.computeSignature(xml, {
    prefix: 'ds',
    location: { reference: `${xpath}/*[local-name(.)="Issuer"]`, action: 'after' },
  });
  return signed.getSignedXml();
}

/** A response whose assertion is signed. */
export const forgeSigned = (forgery: Forgery, options: Parameters<typeof signElement>[2] = {}): string =>
  forgeEnvelope(forgery, signElement(forgeAssertion(forgery), forgery.id ?? '_assertion', options));

export const encode = (xml: string): string => Buffer.from(xml).toString('base64');
