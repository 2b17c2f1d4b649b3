import {
  ASSERTION,
  CANONICAL_FORMS,
  DIGEST_METHODS,
  PROTOCOL,
  SIGNATURE,
  SIGNATURE_METHODS,
  SUCCESS,
  TRANSFORMS,
} from './saml-names.ts';
import { refuseUnless } from './saml-refused.ts';
import { attributeOf, childElements, childrenOf, elementsWithin } from './xml.ts';

/**
 * Checks that a response has one assertion with a signature of its own, where the protocol has them, and only algorithms that are
 * accepted. Signatures are verified afterwards: a document of this structure has no second place from which claims could be read.
 * @throws SamlRefused
 */
export function checkStructure(response: Element): void {
  const isResponse = response.namespaceURI === PROTOCOL && response.localName === 'Response';
  refuseUnless(isResponse, 'The document is not a SAML 2.0 response.');
  refuseUnless(attributeOf(response, 'Version') === '2.0', 'The response is not of SAML 2.0.');
  checkStatus(response);
  const all = elementsWithin(response);
  const named = (name: string): readonly Element[] => all.filter(({ localName }) => localName === name);
  refuseUnless(
    named('EncryptedAssertion').length === 0,
    'The assertion is encrypted. Turn off the encryption of assertions at the identity provider; https protects them on their way.',
  );
  const [assertion, ...others] = named('Assertion');
  refuseUnless(assertion !== undefined, 'The response has no assertion.');
  refuseUnless(others.length === 0, 'The response has more than one assertion.');
  const isInPlace = assertion.parentNode === response && assertion.namespaceURI === ASSERTION;
  refuseUnless(isInPlace, 'The assertion is not where the protocol has it.');
  refuseUnless(childrenOf(assertion, SIGNATURE, 'Signature').length === 1, 'The assertion is not signed.');
  const ids = all.flatMap((element) => ['ID', 'Id', 'id'].flatMap((name) => attributeOf(element, name) ?? []));
  refuseUnless(new Set(ids).size === ids.length, 'Two elements have the same id.');
  const signatures = named('Signature');
  const signed = signatures.map(({ parentNode }) => parentNode);
  const areInPlace = signed.every((parent) => parent === response || parent === assertion);
  refuseUnless(areInPlace && new Set(signed).size === signed.length, 'A signature is not where the protocol has it.');
  for (const signature of signatures) checkSignature(signature);
}

function checkStatus(response: Element): void {
  const [status] = childrenOf(response, PROTOCOL, 'Status');
  const [code] = status === undefined ? [] : childrenOf(status, PROTOCOL, 'StatusCode');
  const value = code === undefined ? null : attributeOf(code, 'Value');
  refuseUnless(value === SUCCESS, `The identity provider did not sign the person in: ${shortStatus(value)}.`);
}

/** The last word of a status. Statuses are not signed: the text of one is not shown. */
const shortStatus = (value: string | null): string => /:status:([A-Za-z]{1,40})$/.exec(value ?? '')?.[1] ?? 'no status';

function checkSignature(signature: Element): void {
  const parts = childElements(signature).map(({ localName }) => localName);
  const expected = ['SignedInfo', 'SignatureValue', 'KeyInfo'].filter((part) => parts.includes(part));
  refuseUnless(
    parts.join() === expected.join() && parts.length >= 2,
    'A signature has parts that signatures of SAML lack.',
  );
  const [info] = childrenOf(signature, SIGNATURE, 'SignedInfo');
  const signedParts = info === undefined ? [] : childElements(info).map(({ localName }) => localName);
  refuseUnless(
    signedParts.join() === 'CanonicalizationMethod,SignatureMethod,Reference',
    'A signature covers more than its own element.',
  );
  const within = elementsWithin(signature);
  const check = (name: string, accepted: readonly string[], count: (found: number) => boolean): void => {
    const algorithms = within
      .filter(({ localName }) => localName === name)
      .map((one) => attributeOf(one, 'Algorithm') ?? '');
    refuseUnless(count(algorithms.length), `A signature has ${algorithms.length} elements ${name}.`);
    const refused = algorithms.find((algorithm) => !accepted.includes(algorithm));
    refuseUnless(
      refused === undefined,
      `The algorithm ${refused} is not accepted. Sign with RSA and SHA-256 or SHA-512.`,
    );
  };
  check('SignatureMethod', SIGNATURE_METHODS, (found) => found === 1);
  check('DigestMethod', DIGEST_METHODS, (found) => found === 1);
  check('CanonicalizationMethod', CANONICAL_FORMS, (found) => found === 1);
  check('Transform', TRANSFORMS, (found) => found === 1 || found === 2);
}
