import { NumberInput, PasswordInput, Select, Switch, Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import type { FormField, FormValue } from './form-spec.ts';

/** Placeholder of a stored secret, always of the same length. */
const STORED_SECRET = '•'.repeat(22);
const MINIMUM_LINES = 4;

type Props = {
  readonly field: FormField;
  readonly value: FormValue;
  readonly onChange: (value: FormValue) => void;
  readonly error: ReactNode;
  /** A secret of this name is stored already. */
  readonly isStored: boolean;
};

/** The input of one field. */
export function FormInput({ field, value, onChange, error, isStored }: Props) {
  const frame = {
    name: field.name,
    label: field.label,
    description: field.doc,
    error,
    required: field.required === true && !isStored,
    placeholder: isStored ? STORED_SECRET : field.placeholder,
  };
  const text = typeof value === 'boolean' ? '' : String(value ?? '');
  switch (field.kind) {
    case 'flag':
      return (
        <Switch
          name={field.name}
          label={field.label}
          description={field.doc}
          error={error}
          checked={value === true}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      );
    case 'choice':
      return (
        <Select
          {...frame}
          data={field.choices.map(({ value: choice, label }) => ({ value: choice, label }))}
          value={text === '' ? null : text}
          onChange={(choice) => onChange(choice ?? '')}
          allowDeselect={field.required !== true}
        />
      );
    case 'number':
      return (
        <NumberInput
          {...frame}
          value={text}
          onChange={onChange}
          allowDecimal={false}
          clampBehavior="none"
          {...(field.minimum === undefined ? {} : { min: field.minimum })}
          {...(field.maximum === undefined ? {} : { max: field.maximum })}
        />
      );
    case 'lines':
      return (
        <Textarea
          {...frame}
          rows={MINIMUM_LINES}
          spellCheck={false}
          autoComplete="off"
          value={text}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
    case 'text': {
      const TextField = field.secret === true ? PasswordInput : TextInput;
      return (
        <TextField
          {...frame}
          autoComplete={field.secret === true ? 'new-password' : 'off'}
          value={text}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
    }
  }
}
