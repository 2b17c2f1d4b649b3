import type { KeyProblemId } from './key-problems.ts';

/** What a person may enter for a field. `lines` keeps line breaks, as PEM and JSON need them. */
type FieldValue =
  | {
      readonly kind: 'text';
      readonly default?: string /** Source of a regular expression over the whole value. */;
      readonly pattern?: string;
    }
  | { readonly kind: 'lines'; readonly format: 'pem' }
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

/** How an HTTP request carries a key. Strings name fields of the key unless said otherwise. */
export type HttpAuthentication =
  /** `Authorization: Bearer VALUE`, or another header and prefix where the key names them. */
  | { readonly scheme: 'bearer'; readonly value: string; readonly header?: string; readonly prefix?: string }
  | { readonly scheme: 'basic'; readonly username: string; readonly password: string }
  /** `parameter` is the name of the query parameter itself. */
  | { readonly scheme: 'query'; readonly value: string; readonly parameter: string };

/** The request that verifies a key: a 2xx answer accepts it. The address is fixed, or given in a field of the key. */
export type HttpProbe = { readonly url: string } | { readonly urlField: string };

/** What differs by form: the code in `connectors/key-forms/<form>.ts` that verifies a key reads it. */
type KeyFormData =
  | { readonly form: 'http'; readonly authentication: HttpAuthentication; readonly probe: HttpProbe | null }
  | { readonly form: 'sql' }
  | { readonly form: 'aws' };

export type KeyForm = KeyFormData['form'];

export type KeyCategory = 'HTTP' | 'Databases' | 'Object storage';

/** A key type: one row of data. Nothing else must be written for a type whose form exists. */
export type KeyType = KeyFormData & {
  /** The name that is stored and that scripts, API and key files use. */
  readonly name: string;
  readonly displayName: string;
  readonly category: KeyCategory;
  readonly fields: readonly KeyField[];
  readonly groups?: readonly KeyFieldGroup[];
  /** Not offered for new keys. Existing ones keep working. */
  readonly deprecated?: true;
  /** The type to use instead. */
  readonly replacement?: string;
  /** A warning to show wherever a key of this type is edited. */
  readonly notice?: string;
  /** Names that keys of this type had before; their sealed secrets still carry them. */
  readonly formerNames?: readonly string[];
};

/** A key's properties by field name, secrets included. */
export type KeyValues = Readonly<Record<string, string | number | boolean | null>>;
