/** Names of SAML 2.0 and of XML signatures. */
export const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol';
export const ASSERTION = 'urn:oasis:names:tc:SAML:2.0:assertion';
export const METADATA = 'urn:oasis:names:tc:SAML:2.0:metadata';
export const SIGNATURE = 'http://www.w3.org/2000/09/xmldsig#';
export const REDIRECT_BINDING = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';
export const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
export const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success';
export const FORMAT_OF_EMAIL = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';
export const FORMAT_OF_TRANSIENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';

/** Algorithms of a signature that is accepted. SHA-1, HMAC, and canonical forms that keep comments are not among them. */
export const SIGNATURE_METHODS: readonly string[] = [
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
  'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1',
];
export const DIGEST_METHODS: readonly string[] = [
  'http://www.w3.org/2001/04/xmlenc#sha256',
  'http://www.w3.org/2001/04/xmlenc#sha512',
];
export const CANONICAL_FORMS: readonly string[] = ['http://www.w3.org/2001/10/xml-exc-c14n#'];
export const TRANSFORMS: readonly string[] = [
  'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
  ...CANONICAL_FORMS,
];
