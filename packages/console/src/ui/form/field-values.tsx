import { Fact, Facts, Unset } from '../text/facts.tsx';
import styles from './form.module.css';
import type { FormField, FormValue, FormValues } from './form-spec.ts';
import { STORED_SECRET } from './stored-secret.ts';

type Props = {
  readonly fields: readonly FormField[];
  readonly values: FormValues;
  /** Names of the secrets that are stored. */
  readonly stored: ReadonlySet<string>;
};

/** The values of fields, to read. A secret shows only whether it is stored. */
export function FieldValues({ fields, values, stored }: Props) {
  return (
    <Facts>
      {fields.map((field) => (
        <Fact key={field.name} label={field.label}>
          {stored.has(field.name) ? <Secret /> : <Value field={field} value={values[field.name] ?? null} />}
        </Fact>
      ))}
    </Facts>
  );
}

function Secret() {
  return (
    <span role="img" aria-label="Stored secret">
      {STORED_SECRET}
    </span>
  );
}

function Value({ field, value }: { readonly field: FormField; readonly value: FormValue }) {
  if (field.kind === 'flag') return value === true ? 'Yes' : 'No';
  if (value === null || value === '') return <Unset />;
  if (field.kind === 'choice') return field.choices.find((choice) => choice.value === value)?.label ?? String(value);
  return field.kind === 'lines' ? <pre className={styles['text']}>{value}</pre> : String(value);
}
