import type { ArgumentPlace } from './argument-places.ts';

/** Types whose values name no object. */
const PLAIN = new Set(['Int', 'Float', 'Boolean', 'DateTime']);

const SECRET = 'a secret of whoever calls: of a person, or of a mail to them';
const UNIQUE = 'a name that is given once over all accounts: one that is taken is refused';
const CHOICE = 'one of the words of the schema';
const PLAIN_VALUE = 'a number, a switch or a time';
/** Reasons for which a call is refused before anything is searched, or whose answers depend on earlier calls. */
export const NOT_TRIED: ReadonlySet<string | null> = new Set([SECRET, UNIQUE, CHOICE, PLAIN_VALUE]);

/** Why the values of some arguments name no object, by the names of these arguments. */
const REASONS: readonly (readonly [RegExp, string])[] = [
  [/^(?:after|before)$/, 'a position in a list'],
  [
    /(?:_after|_before|_date|_datetime)$|^set(?:DefaultDeadline|SummaryTime)$|^(?:end|first|last|start)$/,
    'a date or a time',
  ],
  [
    /^(?:act|action|answer|catch_up|causes?|credentialTypes|credential_type|entity|failure_codes|held|integration_type|default_role|kinds?|list|oauthType|outcome|permissions|phase|purpose|roles|severities|state|status|type|work)$/,
    'one of the words that the program knows',
  ],
  [/^(?:code|password|response|secret|userPassword)$/, SECRET],
  [/^(?:body|comment|description|note|query|reason|text|title|userName)$/, 'a text to be stored'],
  [/^new_name$/, 'a name to be given'],
  [/^(?:newRecipient|newUrlName)$/, UNIQUE],
  [/^(?:senderGlob|senderRegex|subjectGlob|subjectRegex)$/, 'a pattern to be stored'],
  [/^(?:authority|authorization|configuration|credentials|headers|metadata|properties|value)$/, 'values to be stored'],
  [/^(?:client_secret|signing_secret)$/, 'secrets to be stored'],
  [/^(?:request_id|tab_id)$/, 'an id that the client makes'],
];
/** Arguments whose values name something that a call of the tests cannot reach. */
const UNREACHED: readonly (readonly [RegExp, string])[] = [
  [/^start_oauth\((?:id|name)\)$/, 'used where the installation has a client of a provider'],
  [
    /^(?:save_integration\(filters|save_sso_connection\(settings|save_account_key\(reference|save_audit_stream\(address)\)$/,
    'values to be stored',
  ],
  [/^test_integration(?:_draft)?\(/, 'used where the integration has a receiver that answers'],
  [/^leave_changelist\(changelist_id\)$/, 'answered alike, whatever it names'],
  [
    /\((?:changelist\.)?files\.path\)$|^preview_\w+\((?:table|upload)\)$|^repoint_key\(items\)$/,
    'a part of the draft or key that the call names',
  ],
];
const NAMES_TO_GIVE =
  /^(?:add_passkey|create_service_token|rename_\w+|save_view|saveAccountRole|saveAccountV2|savePreference|save_sso_connection|userPreference)\(name\)$|\(rule\.path\)$/;

/** Why the values of an argument name no object; null when they do: then `reached-arguments.ts` has its name. */
export function whyNoName({ name, type, leaf }: ArgumentPlace, isChoice: boolean): string | null {
  if (PLAIN.has(type)) return PLAIN_VALUE;
  if (isChoice) return CHOICE;
  if (NAMES_TO_GIVE.test(name)) return 'a name to be given';
  const found = UNREACHED.find(([pattern]) => pattern.test(name)) ?? REASONS.find(([pattern]) => pattern.test(leaf));
  return found?.[1] ?? null;
}
