import { emailProblem } from '../presentation/email-rule.ts';
import { FILTER_FLAGS, type FilterFlag, type IntegrationField, type IntegrationType } from './integration-types.ts';

/** A problem of an integration, at a JSON path such as `filters[0].configuration.channel_id`; null for the whole form. */
export type IntegrationProblem = {
  readonly path: string | null;
  readonly message: string;
  /** Set for problems that a form handles separately. */
  readonly code?: 'no_option' | 'changed_meanwhile';
};

export type IntegrationValues = Readonly<Record<string, unknown>>;
export type FilterDraft = Readonly<Record<FilterFlag, boolean>> & {
  /** Null for a row that was not saved yet. */
  readonly id: string | null;
  readonly configuration: IntegrationValues;
};

/** An integration as a form holds it. */
export type IntegrationDraft = {
  /** A secret that is null or empty stays as it is stored. */
  readonly authorization: IntegrationValues;
  readonly configuration: IntegrationValues;
  readonly filters: readonly FilterDraft[];
};

export const REQUIRED_TEXT = 'This field is required';
export const NO_OPTION_TEXT = 'At least one option must be selected';
export const NO_FILTER_TEXT = 'At least one filter must be selected';
const LONGEST_TEXT = 2_000;
const SHORTEST_SIGNING_SECRET = 16;

const RULES: Readonly<Record<NonNullable<IntegrationField['rule']>, (text: string) => string | null>> = {
  email: emailProblem,
  https: (text) => (/^https?:\/\/[^\s/]+(\/\S*)?$/i.test(text) ? null : 'Must be an address that begins with https://'),
  letters: (text) => (/^[b-hj-z]*$/i.test(text) ? null : 'Use only letters, except A or I.'),
  'signing-secret': (text) =>
    text.length >= SHORTEST_SIGNING_SECRET ? null : `Enter at least ${SHORTEST_SIGNING_SECRET} characters.`,
};

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

export const pathOfField = ({ section, name }: Pick<IntegrationField, 'section' | 'name'>): string =>
  `${section}.${name}`;
export const pathOfTarget = (row: number, field: string): string => `filters[${row}].configuration.${field}`;
export const pathOfRow = (row: number): string => `filters[${row}]`;

/**
 * Checks what a form can check by itself.
 * @param stored names of the secrets that are stored already
 */
export function validateIntegration(
  type: IntegrationType,
  draft: IntegrationDraft,
  stored: ReadonlySet<string>,
): readonly IntegrationProblem[] {
  return [
    ...type.fields.flatMap((field): IntegrationProblem[] => {
      const message = fieldProblem(field, draft[field.section][field.name], stored);
      return message === null ? [] : [{ path: pathOfField(field), message }];
    }),
    ...draft.filters.flatMap((filter, row) => filterProblems(type, draft, filter, row)),
  ];
}

function fieldProblem(field: IntegrationField, value: unknown, stored: ReadonlySet<string>): string | null {
  if (field.kind === 'flag') return null;
  const text = textOf(value);
  if (text === '')
    return field.required === true && !(field.secret === true && stored.has(field.name)) ? REQUIRED_TEXT : null;
  if (text.length > LONGEST_TEXT) return `Enter at most ${LONGEST_TEXT} characters.`;
  if (text.includes('\0') || !text.isWellFormed()) return 'Remove control characters.';
  return field.rule === undefined ? null : RULES[field.rule](text);
}

function filterProblems(
  { target }: IntegrationType,
  { filters }: IntegrationDraft,
  filter: FilterDraft,
  row: number,
): readonly IntegrationProblem[] {
  const problems: IntegrationProblem[] = [];
  if (target.kind === 'none' && row > 0)
    problems.push({ path: pathOfRow(row), message: `There is only one ${target.noun}.` });
  if (target.kind !== 'none') {
    const path = pathOfTarget(row, target.field);
    const of = ({ configuration }: FilterDraft): string => textOf(configuration[target.field]);
    const text = of(filter);
    const wrong = target.kind === 'email' ? emailProblem(text) : text === '' ? REQUIRED_TEXT : null;
    if (wrong !== null) problems.push({ path, message: wrong });
    else if (text.length > LONGEST_TEXT) problems.push({ path, message: `Enter at most ${LONGEST_TEXT} characters.` });
    else if (filters.findIndex((other) => of(other) === text) < row)
      problems.push({ path, message: `There is a row for this ${target.noun} already.` });
  }
  if (FILTER_FLAGS.every(({ name }) => !filter[name]))
    problems.push({ path: pathOfRow(row), message: NO_OPTION_TEXT, code: 'no_option' });
  return problems;
}
