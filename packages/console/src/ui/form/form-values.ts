import type { FormField, FormProblem, FormSpec, FormValue, FormValues } from './form-spec.ts';
import { TEXT_FORMATS } from './text-formats.ts';

/** The values that a form starts with: those given, else defaults, else empty. Secrets start empty. */
export function initialFormValues({ fields }: FormSpec, given: FormValues = {}): Record<string, FormValue> {
  return Object.fromEntries(
    fields.map((field) => {
      const value = field.secret === true ? undefined : given[field.name];
      return [field.name, value ?? defaultOf(field) ?? (field.kind === 'flag' ? false : '')];
    }),
  );
}

const defaultOf = (field: FormField): FormValue | undefined => (field.kind === 'lines' ? undefined : field.default);

const isBlank = (value: FormValue | undefined): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

/** The fields whose condition holds. */
export function visibleFields({ fields }: FormSpec, values: FormValues): readonly FormField[] {
  return fields.filter(({ when }) => {
    if (when === undefined) return true;
    const other = fields.find(({ name }) => name === when.field);
    const value = values[when.field];
    return String(isBlank(value) ? other && defaultOf(other) : value) === String(when.equals);
  });
}

/**
 * Checks the visible fields against their description.
 * @param stored names of secrets that are stored already, so that they may stay empty
 */
export function validateForm(
  spec: FormSpec,
  values: FormValues,
  stored: ReadonlySet<string> = new Set(),
): readonly FormProblem[] {
  return visibleFields(spec, values).flatMap((field) => {
    const value = values[field.name];
    const message = isBlank(value)
      ? isRequired(spec, field, values, stored) && !stored.has(field.name)
        ? `${field.label} is required.`
        : null
      : problemWith(field, value);
    return message === null ? [] : [{ field: field.name, message }];
  });
}

/** Whether a field must have a value: within an optional group once the group is used. */
export function isRequired(spec: FormSpec, field: FormField, values: FormValues, stored: ReadonlySet<string>): boolean {
  if (field.required !== true) return false;
  const group = spec.groups?.find(({ name }) => name === field.group);
  if (group?.optional !== true) return true;
  return spec.fields.some(
    (other) =>
      other.group === group.name &&
      !isSelector(spec, other) &&
      (stored.has(other.name) || (!isBlank(values[other.name]) && !holdsDefault(other, values))),
  );
}

/** Whether it only chooses which other fields are asked for. */
const isSelector = ({ fields }: FormSpec, { kind, name }: FormField): boolean =>
  kind === 'choice' && fields.some(({ when }) => when?.field === name);

function holdsDefault(field: FormField, values: FormValues): boolean {
  const untouched = defaultOf(field) ?? (field.kind === 'flag' ? false : undefined);
  return untouched !== undefined && String(values[field.name]) === String(untouched);
}

function problemWith(field: FormField, value: FormValue | undefined): string | null {
  const text = String(value).trim();
  switch (field.kind) {
    case 'number': {
      const { minimum = -Infinity, maximum = Infinity } = field;
      const isInRange = /^-?\d{1,15}$/.test(text) && Number(text) >= minimum && Number(text) <= maximum;
      if (isInRange) return null;
      return `${field.label} must be a whole number${rangeText(minimum, maximum)}, got "${text}".`;
    }
    case 'choice':
      return field.choices.some((choice) => choice.value === text)
        ? null
        : `Choose one of the values of ${field.label}.`;
    case 'text':
      if (field.pattern === undefined || new RegExp(`^(?:${field.pattern})$`).test(text)) return null;
      return `${field.label} is not valid. ${field.doc ?? ''}`.trim();
    case 'lines':
      return field.format === undefined ? null : TEXT_FORMATS[field.format].problem(text, field);
    case 'flag':
      return null;
  }
}

function rangeText(minimum: number, maximum: number): string {
  if (minimum === -Infinity && maximum === Infinity) return '';
  if (maximum === Infinity) return ` of at least ${minimum}`;
  return minimum === -Infinity ? ` of at most ${maximum}` : ` from ${minimum} to ${maximum}`;
}

/** The values to save: visible fields only, text trimmed, empty fields null, stored secrets that stay left out. */
export function submittedValues(
  spec: FormSpec,
  values: FormValues,
  stored: ReadonlySet<string> = new Set(),
): FormValues {
  return Object.fromEntries(
    visibleFields(spec, values).flatMap((field): [string, FormValue][] => {
      const value = values[field.name] ?? null;
      if (isBlank(value)) return stored.has(field.name) ? [] : [[field.name, null]];
      if (field.kind === 'number') return [[field.name, Number(value)]];
      // Keys and certificates keep their last line break.
      return [[field.name, typeof value === 'string' && field.kind !== 'lines' ? value.trim() : value]];
    }),
  );
}
