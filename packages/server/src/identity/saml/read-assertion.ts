import { ASSERTION, BEARER, FORMAT_OF_EMAIL, FORMAT_OF_TRANSIENT } from './saml-names.ts';
import { refuseUnless } from './saml-refused.ts';
import type { ServiceProvider } from './service-provider.ts';
import { attributeOf, childElements, childrenOf, parseXml, textOf } from './xml.ts';

/** The values that an assertion must have. */
export type Expected = ServiceProvider & {
  /** Entity id of the identity provider. */
  readonly issuer: string;
  /** The attribute that has the groups; null for the usual ones. */
  readonly groupsAttribute: string | null;
  /** Epoch milliseconds. */
  readonly now: number;
};

/** A verified assertion. */
export type Assertion = {
  readonly id: string;
  /** The id of the request that it answers. */
  readonly inResponseTo: string;
  /** Epoch milliseconds from which on it is refused. */
  readonly expires: number;
  readonly subject: string;
  readonly mail: string | null;
  readonly name: string | null;
  /** How the person signed in there, a class of SAML; null when the provider does not say. */
  readonly authnContext: string | null;
  readonly groups: readonly string[];
};

/** Milliseconds by which the clocks of two machines may differ. */
const SKEW = 60_000;
const MAX_SUBJECT = 500;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/;
/** Conditions that Switchboard meets: each assertion signs in once, and is not passed on. */
const KNOWN_CONDITIONS: readonly string[] = ['AudienceRestriction', 'OneTimeUse', 'ProxyRestriction'];

const MAIL_ATTRIBUTES = [
  'email',
  'mail',
  'emailaddress',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
  'urn:oid:0.9.2342.19200300.100.1.3',
];
const NAME_ATTRIBUTES = [
  'name',
  'displayname',
  'http://schemas.microsoft.com/identity/claims/displayname',
  'urn:oid:2.16.840.1.113730.3.1.241',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/name',
];
const FIRST_NAME_ATTRIBUTES = [
  'firstname',
  'givenname',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/givenname',
  'urn:oid:2.5.4.42',
];
const LAST_NAME_ATTRIBUTES = [
  'lastname',
  'surname',
  'sn',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/surname',
  'urn:oid:2.5.4.4',
];
const GROUP_ATTRIBUTES = ['groups', 'memberof', 'http://schemas.microsoft.com/ws/2008/06/identity/claims/groups'];

/**
 * Reads an assertion and checks what it says of itself.
 * @param xml the canonical bytes whose signature was verified, nothing else
 * @throws SamlRefused
 */
export function readAssertion(xml: string, expected: Expected): Assertion {
  const assertion = parseXml(xml, { maxLength: xml.length });
  const isAssertion = assertion.namespaceURI === ASSERTION && assertion.localName === 'Assertion';
  refuseUnless(isAssertion && attributeOf(assertion, 'Version') === '2.0', 'The assertion is not of SAML 2.0.');
  const id = attributeOf(assertion, 'ID') ?? '';
  refuseUnless(id !== '', 'The assertion has no id.');
  const issuer = textOf(only(assertion, 'Issuer'));
  refuseUnless(issuer === expected.issuer, `The issuer is ${quoted(issuer)}, not ${quoted(expected.issuer)}.`);
  const conditionsEnd = checkConditions(only(assertion, 'Conditions'), expected);
  const subject = only(assertion, 'Subject');
  const confirmation = checkConfirmations(subject, expected);
  const authnContext = checkStatements(childrenOf(assertion, ASSERTION, 'AuthnStatement'), expected.now);
  const nameId = only(subject, 'NameID');
  const format = attributeOf(nameId, 'Format');
  const name = textOf(nameId) ?? '';
  refuseUnless(name !== '' && name.length <= MAX_SUBJECT, 'The name of the person (NameID) is empty or too long.');
  refuseUnless(
    format !== FORMAT_OF_TRANSIENT,
    'The name of the person (NameID) is transient. Let the identity provider send a persistent one, or the email address.',
  );
  const attributes = readAttributes(assertion);
  const find = (names: readonly string[]): string | null => valuesOf(attributes, names)[0] ?? null;
  const fullName = [find(FIRST_NAME_ATTRIBUTES), find(LAST_NAME_ATTRIBUTES)].filter((part) => part !== null).join(' ');
  return {
    id,
    inResponseTo: confirmation.inResponseTo,
    expires: Math.max(conditionsEnd, confirmation.end) + SKEW,
    subject: name,
    mail: find(MAIL_ATTRIBUTES) ?? (format === FORMAT_OF_EMAIL ? name : null),
    name: find(NAME_ATTRIBUTES) ?? (fullName === '' ? null : fullName),
    authnContext,
    groups: valuesOf(
      attributes,
      expected.groupsAttribute === null ? GROUP_ATTRIBUTES : [expected.groupsAttribute.toLowerCase()],
    ),
  };
}

const quoted = (text: string | null): string => `"${(text ?? '').slice(0, 200)}"`;

/** The one child of that name. */
function only(parent: Element, name: string): Element {
  const [found, ...others] = childrenOf(parent, ASSERTION, name);
  refuseUnless(found !== undefined && others.length === 0, `The assertion has not exactly one ${name}.`);
  return found;
}

/** Epoch milliseconds; null without the attribute. */
function timeOf(element: Element, name: string): number | null {
  const text = attributeOf(element, name);
  if (text === null) return null;
  const time = TIME.test(text) ? Date.parse(text) : Number.NaN;
  refuseUnless(!Number.isNaN(time), `${name} is not a time: ${quoted(text)}.`);
  return time;
}

/** @returns when they end */
function checkConditions(conditions: Element, { entityId, now }: Expected): number {
  const start = timeOf(conditions, 'NotBefore');
  const end = timeOf(conditions, 'NotOnOrAfter');
  refuseUnless(
    start === null || start <= now + SKEW,
    'The assertion is not valid yet. Check the clocks of both sides.',
  );
  refuseUnless(end !== null && end > now - SKEW, 'The assertion has expired. Check the clocks of both sides.');
  const unknown = childElements(conditions).find(({ localName }) => !KNOWN_CONDITIONS.includes(localName));
  refuseUnless(unknown === undefined, `The condition ${unknown?.localName} is unknown.`);
  const restrictions = childrenOf(conditions, ASSERTION, 'AudienceRestriction');
  refuseUnless(restrictions.length > 0, 'The assertion names no audience.');
  for (const restriction of restrictions) {
    const audiences = childrenOf(restriction, ASSERTION, 'Audience').map(textOf);
    refuseUnless(
      audiences.includes(entityId),
      `The audience is ${quoted(audiences.join(', '))}, not ${quoted(entityId)}.`,
    );
  }
  return end;
}

function checkConfirmations(subject: Element, { acsUrl, now }: Expected) {
  const [confirmation, ...others] = childrenOf(subject, ASSERTION, 'SubjectConfirmation').filter(
    (one) => attributeOf(one, 'Method') === BEARER,
  );
  refuseUnless(
    confirmation !== undefined && others.length === 0,
    'The assertion has not exactly one bearer confirmation.',
  );
  const data = only(confirmation, 'SubjectConfirmationData');
  const recipient = attributeOf(data, 'Recipient');
  refuseUnless(recipient === acsUrl, `The recipient is ${quoted(recipient)}, not ${quoted(acsUrl)}.`);
  const start = timeOf(data, 'NotBefore');
  const end = timeOf(data, 'NotOnOrAfter');
  refuseUnless(
    start === null || start <= now + SKEW,
    'The confirmation is not valid yet. Check the clocks of both sides.',
  );
  refuseUnless(end !== null && end > now - SKEW, 'The confirmation has expired. Check the clocks of both sides.');
  const inResponseTo = attributeOf(data, 'InResponseTo') ?? '';
  refuseUnless(inResponseTo !== '', 'The identity provider began the sign-in. Begin it in the console.');
  return { inResponseTo, end };
}

/** @returns the class of the sign-in */
function checkStatements(statements: readonly Element[], now: number): string | null {
  const [first] = statements;
  refuseUnless(first !== undefined, 'The assertion does not say that the person signed in.');
  for (const statement of statements) {
    const end = timeOf(statement, 'SessionNotOnOrAfter');
    refuseUnless(end === null || end > now - SKEW, 'The session at the identity provider has ended.');
  }
  const [context] = childrenOf(first, ASSERTION, 'AuthnContext');
  const [reference] = context === undefined ? [] : childrenOf(context, ASSERTION, 'AuthnContextClassRef');
  return reference === undefined ? null : textOf(reference);
}

/** By lower-cased name. */
function readAttributes(assertion: Element): ReadonlyMap<string, readonly string[]> {
  const attributes = childrenOf(assertion, ASSERTION, 'AttributeStatement').flatMap((statement) =>
    childrenOf(statement, ASSERTION, 'Attribute'),
  );
  const byName = Map.groupBy(attributes, (attribute) => (attributeOf(attribute, 'Name') ?? '').toLowerCase());
  const values = (attribute: Element): readonly string[] =>
    childrenOf(attribute, ASSERTION, 'AttributeValue').flatMap((value) => textOf(value) || []);
  return new Map([...byName].map(([name, found]) => [name, found.flatMap(values)]));
}

/** The values of the first of these attributes that has some. */
function valuesOf(attributes: ReadonlyMap<string, readonly string[]>, names: readonly string[]): readonly string[] {
  return names.map((name) => attributes.get(name) ?? []).find((values) => values.length > 0) ?? [];
}
