import { readCertificate } from './certificates.ts';
import { METADATA, PROTOCOL, REDIRECT_BINDING, SIGNATURE } from './saml-names.ts';
import { attributeOf, childrenOf, elementsWithin, parseXml, textOf, UnreadableXml } from './xml.ts';

/** An identity provider as its metadata describe it. */
export type SamlProvider = {
  readonly entity_id: string;
  readonly sign_in_url: string;
  /** PEM. */
  readonly certificates: readonly string[];
};

export type ImportedMetadata = { readonly provider: SamlProvider } | { readonly problem: string };

const MAX_METADATA = 500_000;

/** Reads the metadata that an identity provider publishes. `problem`: why they cannot be used, for the person who entered them. */
export function importMetadata(text: string): ImportedMetadata {
  try {
    return readMetadata(parseXml(text.trim(), { maxLength: MAX_METADATA, comments: 'skip' }));
  } catch (error) {
    if (error instanceof UnreadableXml) return { problem: error.message };
    throw error;
  }
}

function readMetadata(root: Element): ImportedMetadata {
  const entities = elementsWithin(root).filter(
    (element) =>
      element.namespaceURI === METADATA &&
      element.localName === 'EntityDescriptor' &&
      childrenOf(element, METADATA, 'IDPSSODescriptor').length > 0,
  );
  const [entity, ...others] = entities;
  if (entity === undefined) return { problem: 'The document describes no SAML 2.0 identity provider.' };
  if (others.length > 0)
    return {
      problem: 'The document describes several identity providers. Enter the part of one, an EntityDescriptor.',
    };
  const [provider] = childrenOf(entity, METADATA, 'IDPSSODescriptor').filter((descriptor) =>
    attributeOf(descriptor, 'protocolSupportEnumeration')?.split(/\s+/).includes(PROTOCOL),
  );
  if (provider === undefined) return { problem: 'The identity provider does not speak SAML 2.0.' };
  const signInUrl = childrenOf(provider, METADATA, 'SingleSignOnService')
    .filter((service) => attributeOf(service, 'Binding') === REDIRECT_BINDING)
    .flatMap((service) => attributeOf(service, 'Location') ?? [])[0];
  if (signInUrl === undefined)
    return { problem: 'The identity provider takes no requests by the binding HTTP-Redirect. Turn it on there.' };
  const certificates = signingCertificates(provider);
  if (certificates.length === 0)
    return { problem: 'The document has no certificate of an RSA key of at least 2048 bits that signs.' };
  const entityId = attributeOf(entity, 'entityID') ?? '';
  return { provider: { entity_id: entityId, sign_in_url: signInUrl, certificates } };
}

/** PEM, each once. */
function signingCertificates(provider: Element): readonly string[] {
  const texts = childrenOf(provider, METADATA, 'KeyDescriptor')
    .filter((key) => (attributeOf(key, 'use') ?? 'signing') === 'signing')
    .flatMap(elementsWithin)
    .filter(({ namespaceURI, localName }) => namespaceURI === SIGNATURE && localName === 'X509Certificate')
    .map((certificate) => (textOf(certificate) ?? '').replaceAll(/\s+/g, ''));
  const pems = texts.flatMap((text) => {
    const certificate = readCertificate(`-----BEGIN CERTIFICATE-----\n${text}\n-----END CERTIFICATE-----\n`);
    return certificate === null ? [] : [certificate.toString()];
  });
  return [...new Set(pems)];
}
