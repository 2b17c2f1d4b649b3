import { FILTER_FLAGS, type FilterFlag, type IntegrationType } from '@switchboard/model/integrations/integration-types';
import { type IntegrationDraft, pathOfField } from '@switchboard/model/integrations/validate-integration';
import type { Integration } from './integrations-view.ts';

export type RowState = {
  /** Stays the same while the row is moved. */
  readonly key: number;
  /** Null for a row that was not saved yet. */
  readonly id: string | null;
  /** Channel, name or address. */
  readonly target: string;
  readonly flags: Readonly<Record<FilterFlag, boolean>>;
};

/** A row of the items of a test integration. */
export type ItemState = { readonly key: number; readonly fruit: string; readonly color: string };

/** The form of an integration: its values by the JSON path of their field, its receivers and its items. */
export type FormState = {
  readonly values: Readonly<Record<string, string | boolean>>;
  readonly rows: readonly RowState[];
  readonly items: readonly ItemState[];
};

const NO_FLAGS: RowState['flags'] = { production: false, backfills: false, proofs: false, lateUploads: false };

/** A key that none of these has. */
const freeKey = (used: readonly { readonly key: number }[]): number => Math.max(0, ...used.map(({ key }) => key)) + 1;

export const withNewRow = (rows: readonly RowState[]): readonly RowState[] => [
  ...rows,
  { key: freeKey(rows), id: null, target: '', flags: NO_FLAGS },
];

export const withNewItem = (items: readonly ItemState[]): readonly ItemState[] => [
  ...items,
  { key: freeKey(items), fruit: '', color: '' },
];

/** The form of a stored integration, or of a new one. */
export function initialState(type: IntegrationType, stored: Integration | null): FormState {
  const configuration = recordOf(stored?.configuration);
  const authorization = recordOf(stored?.public_authorization);
  const values = Object.fromEntries(
    type.fields.map((field) => {
      const value = (field.section === 'authorization' ? authorization : configuration)[field.name];
      const empty = field.kind === 'flag' ? false : '';
      const shown = typeof value === 'string' || typeof value === 'boolean' ? value : empty;
      return [pathOfField(field), field.secret === true ? '' : shown];
    }),
  );
  const { target } = type;
  const rows = (stored?.filters ?? []).map(
    ({ id, production, backfills, proofs, lateUploads, configuration: receiver }, index): RowState => ({
      key: index + 1,
      id,
      target: target.kind === 'none' ? '' : (receiver[target.field] ?? ''),
      flags: { production, backfills, proofs, lateUploads },
    }),
  );
  const items = Array.isArray(configuration['items']) ? configuration['items'].map(recordOf) : [];
  return {
    values,
    rows: target.kind === 'none' && rows.length === 0 ? withNewRow([]) : rows,
    items: items.map(({ fruit, color }, index) => ({ key: index + 1, fruit: textOf(fruit), color: textOf(color) })),
  };
}

/** Returns the draft to save: without unchanged secrets, and without empty settings. */
export function draftOf(type: IntegrationType, { values, rows, items }: FormState): IntegrationDraft {
  const sectionOf = (section: 'authorization' | 'configuration') =>
    Object.fromEntries(
      type.fields.flatMap((field) => {
        const value = values[pathOfField(field)];
        const isEmpty = value === undefined || value === false || (typeof value === 'string' && value.trim() === '');
        return field.section !== section || isEmpty
          ? []
          : [[field.name, typeof value === 'string' ? value.trim() : value]];
      }),
    );
  const { target } = type;
  return {
    authorization: sectionOf('authorization'),
    configuration: {
      ...sectionOf('configuration'),
      ...(items.length === 0
        ? {}
        : { items: items.map(({ fruit, color }) => ({ fruit: fruit.trim(), color: color.trim() })) }),
    },
    filters: rows.map((row) => ({
      id: row.id,
      ...row.flags,
      configuration: target.kind === 'none' || row.target.trim() === '' ? {} : { [target.field]: row.target.trim() },
    })),
  };
}

/** Names of the flags that are on, as people read them. */
export const flagsText = (flags: Readonly<Record<FilterFlag, boolean>>): string =>
  FILTER_FLAGS.filter(({ name }) => flags[name])
    .map(({ label }) => label)
    .join(', ');

export const recordOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
