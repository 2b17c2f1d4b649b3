import { randomBytes } from 'node:crypto';
import { generateServiceProviderMetadata, SAML, type SamlConfig } from '@node-saml/node-saml';
import { ssoAddresses } from '../sso/addresses.ts';
import type { SamlProvider } from './import-metadata.ts';

/** Switchboard as the service provider of one connection. */
export type ServiceProvider = {
  /** Also the address of the metadata. */
  readonly entityId: string;
  /** The assertion consumer service: where the provider's page posts the response. */
  readonly acsUrl: string;
};

/** @param publicUrl origin at which browsers reach the program */
export function serviceProviderOf(connectionId: string, publicUrl: string): ServiceProvider {
  const { entityId, callback } = ssoAddresses(publicUrl, { id: connectionId, kind: 'SAML' });
  return { entityId: entityId ?? callback, acsUrl: callback };
}

/** The metadata to enter at the identity provider, XML. */
export function metadataOf({ entityId, acsUrl }: ServiceProvider): string {
  return generateServiceProviderMetadata({
    issuer: entityId,
    callbackUrl: acsUrl,
    identifierFormat: null,
    wantAssertionsSigned: true,
    generateUniqueId: () => `_${randomBytes(20).toString('hex')}`,
  });
}

/**
 * The options with which a connection is used. Times, audience, recipient and the request are checked on the signed assertion, by the
 * clock of the program.
 */
export function samlOptions(settings: SamlProvider, { entityId, acsUrl }: ServiceProvider): SamlConfig {
  return {
    issuer: entityId,
    callbackUrl: acsUrl,
    entryPoint: settings.sign_in_url,
    idpCert: [...settings.certificates],
    audience: false,
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: false,
    acceptedClockSkewMs: -1,
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    signatureAlgorithm: 'sha256',
    digestAlgorithm: 'sha256',
  };
}

/** The id of a request to sign in. Ids of XML begin with a letter or an underscore. */
const requestIdOf = (state: string): string => `_${state}`;

/** The state of the attempt whose request an answer names; empty for another id. */
export const stateOf = (requestId: string): string => (requestId.startsWith('_') ? requestId.slice(1) : '');

/** The address at the identity provider that carries a request to sign in. `state`: of the attempt. */
export function requestUrl(settings: SamlProvider, provider: ServiceProvider, state: string): Promise<string> {
  const saml = new SAML({ ...samlOptions(settings, provider), generateUniqueId: () => requestIdOf(state) });
  return saml.getAuthorizeUrlAsync('', undefined, {});
}
