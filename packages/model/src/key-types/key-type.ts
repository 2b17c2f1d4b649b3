import type { OtherKeyForm } from './key-form.generated.ts';
import type { KeyProblemId } from './key-problems.ts';
import type { KeyOAuth } from './oauth-providers.ts';

/** Allowed values of a field. `lines` keeps line breaks, as PEM and JSON need them. */
type FieldValue =
  | {
      readonly kind: 'text';
      readonly default?: string /** Source of a regular expression over the whole value. */;
      readonly pattern?: string;
    }
  | { readonly kind: 'lines'; readonly format: 'pem' | 'service-account' }
  | { readonly kind: 'number'; readonly minimum: number; readonly maximum: number; readonly default?: number }
  | { readonly kind: 'choice'; readonly choices: readonly KeyChoice[]; readonly default?: string }
  | { readonly kind: 'flag'; readonly default?: boolean };

export type KeyChoice = { readonly value: string; readonly label: string };

/** The choices of a field, from the label of each value. */
export const choices = (labels: Readonly<Record<string, string>>): readonly KeyChoice[] =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

/** One field of a key. Form, validation, masking and reference follow from it. */
export type KeyField = FieldValue & {
  /** The property under which it is stored. */
  readonly name: string;
  readonly label: string;
  /** One sentence: what it means and its unit. */
  readonly doc: string;
  /** Within an optional group: required once the group is used. */
  readonly required?: true;
  /** Encrypted when stored, never returned, masked in every message. */
  readonly secret?: true;
  /** Shown in an empty field. Not a default. */
  readonly placeholder?: string;
  /** Name of its group; without one it belongs to the first tab. */
  readonly group?: string;
  /** Asked for only while another field has this value (or has it as its default). */
  readonly when?: { readonly field: string; readonly equals: string | boolean };
  /** The problem to report for a malformed value, where the product has a text of its own for it. */
  readonly malformed?: KeyProblemId;
  /** Given by the provider when the key is connected. Never entered by a person. */
  readonly obtained?: true;
  /** Follows from other fields: the server fills it in, whatever is given. Never entered by a person. */
  readonly derived?: true;
  /** Decides where the key is sent, although its name does not say so. */
  readonly isPlace?: true;
  /** Lists the only hosts that may receive the key, separated by commas. Adding one is a change of place, removing one is not. */
  readonly isHostList?: true;
  /** Property names under which older keys hold it. */
  readonly formerNames?: readonly string[];
};

/** Fields that belong together: one tab of the form, with rules over its fields. */
export type KeyFieldGroup = {
  readonly name: string;
  /** Title of the tab. */
  readonly label: string;
  /** Left out as a whole when none of its fields has a value. */
  readonly optional: boolean;
  /** The problem to report for a missing required field of the group. */
  readonly missing: KeyProblemId;
  /** Exactly one of these fields has a value. */
  readonly exactlyOne?: {
    readonly fields: readonly [string, string];
    readonly none: KeyProblemId;
    readonly both: KeyProblemId;
  };
};

/** HTTP authentication with a key. In a template, `{field}` stands for the value of a field of the key. */
export type HttpAuthentication =
  /** `Authorization: Bearer VALUE`, or another header and prefix where the key names them. Strings name fields. */
  | { readonly scheme: 'bearer'; readonly value: string; readonly header?: string; readonly prefix?: string }
  /** Templates of the user name and the password; either may be a fixed text or empty. */
  | { readonly scheme: 'basic'; readonly username: string; readonly password: string }
  /** Each request is signed with HMAC-SHA1 (OAuth 1.0a). Strings name fields: of the app, and of the account that it acts for. */
  | {
      readonly scheme: 'oauth1';
      readonly consumerKey: string;
      readonly consumerSecret: string;
      readonly token: string;
      readonly tokenSecret: string;
    }
  | OAuth1Login
  /** Templates by header and by query parameter, as the provider names them. `{token}` stands for the token of `token`. */
  | {
      readonly scheme: 'template';
      readonly token?: HttpTokenRequest;
      readonly headers?: Readonly<Record<string, string>>;
      readonly query?: Readonly<Record<string, string>>;
    };

/** A user signs in by OAuth 1.0a without a browser. Requests carry the token that this gives: `{token}` of the headers. */
export type OAuth1Login = {
  readonly scheme: 'oauth1_login';
  /** Addresses of the provider that start the sign-in, take the user, and give the token. */
  readonly initiateUrl: string;
  readonly loginUrl: string;
  readonly tokenUrl: string;
  /** Names of the fields of the app. */
  readonly consumerKey: string;
  readonly consumerSecret: string;
  readonly realm: string;
  /** Templates of the form with which the user signs in. The token of the sign-in is added as `oauth_token`. */
  readonly form: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
};

/** The POST that exchanges a key for an access token, such as the client credentials grant of OAuth 2.0. */
export type HttpTokenRequest = {
  /** Template of the address. */
  readonly url: string;
  /** Templates of the body’s fields. */
  readonly form: Readonly<Record<string, string>>;
  /** Encoding of the body; a form by default. */
  readonly encoding?: 'json';
  /** Templates of user name and password, where the provider takes the client in the Authorization header. */
  readonly basic?: readonly [username: string, password: string];
  /** The field of the JSON answer that holds the token. Its `expires_in`, in seconds, limits the use of the token. */
  readonly field: string;
};

/** The request that verifies a key. A 2xx answer accepts it, unless `accepts` says more. */
export type HttpProbe = {
  /** Template of the address. */
  readonly url: string;
  /** Sent as JSON with POST; GET without it. */
  readonly body?: string;
  /** Headers that the provider requires besides the key. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Expected value in the JSON answer, for a provider that also answers 200 to a wrong key. */
  readonly accepts?: { readonly field: string; readonly equals: string | number | boolean };
};

/** Where HTTP requests may carry a key, and where it is tried. */
type HttpFormData = {
  readonly form: 'http';
  readonly authentication: HttpAuthentication;
  /** Templates of the only hosts that may receive the key, by HTTPS. Null: the key itself lists them, in its field with `isHostList`. */
  readonly hosts: readonly string[] | null;
  /** `urlField`: the key holds the address. Null: the public documentation names no cheap call that needs the key. */
  readonly probe: HttpProbe | { readonly urlField: string } | null;
  /** Keys of this type are connected by OAuth. Without it a person enters their fields. */
  readonly oauth?: KeyOAuth;
};

/** Data that differs by form; read by the code that verifies a key. */
type KeyFormData = HttpFormData | { readonly form: OtherKeyForm };

export type KeyForm = KeyFormData['form'];

export type KeyCategory =
  | 'HTTP'
  | 'Advertising'
  | 'Affiliate networks'
  | 'Analytics'
  | 'Cloud accounts'
  | 'CRM and sales'
  | 'Data providers'
  | 'Databases'
  | 'Developer tools'
  | 'E-commerce'
  | 'Email and messaging'
  | 'File transfer'
  | 'Finance and payments'
  | 'Mobile and attribution'
  | 'Object storage'
  | 'Social and content'
  | 'Support and feedback'
  | 'Work management';

/** A key type: one row of data. Nothing else must be written for a type whose form exists. See docs/design/keys.md. */
export type KeyType = KeyFormData & {
  /** The name that is stored and that scripts, API and key files use. */
  readonly name: string;
  readonly displayName: string;
  readonly category: KeyCategory;
  readonly fields: readonly KeyField[];
  readonly groups?: readonly KeyFieldGroup[];
  /** Where a person finds the key in the provider's console. One sentence. */
  readonly whereToFind?: string;
  /** How to obtain what the form asks for, in a few short sentences, where there is more than one place to find. */
  readonly guide?: readonly string[];
  /** The page of the provider's documentation from which the row was written. */
  readonly documentation?: string;
  /** Offered only where there is demo data. */
  readonly demo?: true;
  /** Not offered for new keys. Existing ones keep working. */
  readonly deprecated?: true;
  /** The type to use instead. */
  readonly replacement?: string;
  /** A warning to show wherever a key of this type is edited. */
  readonly notice?: string;
  /** Days after which the provider ends a secret that does not carry its end itself. */
  readonly secretLifeDays?: number;
  /** Names that keys of this type had before; their sealed secrets still carry them. */
  readonly formerNames?: readonly string[];
};

/** A key's properties by field name, secrets included. */
export type KeyValues = Readonly<Record<string, string | number | boolean | null>>;
