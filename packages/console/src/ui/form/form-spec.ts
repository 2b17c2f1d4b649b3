import type { Option } from '../filters/option.ts';
import type { TextFormat } from './text-formats.ts';

/** Accepted input of a field. `lines` keeps line breaks. */
type FieldInput =
  | {
      readonly kind: 'text';
      readonly default?: string;
      /** Source of a regular expression over the whole value. */
      readonly pattern?: string;
    }
  | {
      readonly kind: 'lines';
      /** Required format of the text. Its field also takes a file. */
      readonly format?: TextFormat;
    }
  | { readonly kind: 'number'; readonly minimum?: number; readonly maximum?: number; readonly default?: number }
  | { readonly kind: 'choice'; readonly choices: readonly Option[]; readonly default?: string }
  | { readonly kind: 'flag'; readonly default?: boolean };

/** One field of a form. */
export type FormField = FieldInput & {
  readonly name: string;
  readonly label: string;
  /** One sentence below the label: what it means and its unit. */
  readonly doc?: string;
  /** In an optional group: required once the group is used. */
  readonly required?: boolean;
  /** Never shown again once stored. */
  readonly secret?: boolean;
  readonly placeholder?: string;
  /** Name of its group; fields without one come first. */
  readonly group?: string;
  /** Shown only while another field has this value, or has it as its default. */
  readonly when?: { readonly field: string; readonly equals: string | boolean };
};

/** Fields that belong together under a heading. */
export type FormGroup = {
  readonly name: string;
  readonly label: string;
  /** May be left empty as a whole. */
  readonly optional?: boolean;
};

/** A form as data. A key type of the model is one. */
export type FormSpec = { readonly fields: readonly FormField[]; readonly groups?: readonly FormGroup[] };

export type FormValue = string | number | boolean | null;
export type FormValues = Readonly<Record<string, FormValue>>;

/** Whether a form makes something, changes it, or only shows it. */
export type FormMode = 'add' | 'edit' | 'view';

/** A problem with a field; without a field, with the form as a whole. */
export type FormProblem = { readonly field: string | null; readonly message: string };
