import { NumberInput, Select, Switch, TextInput } from '@mantine/core';
import '../theme/mantine-layer-styles.ts';
import type { ReactNode } from 'react';
import type { FormField, FormValue } from './form-spec.ts';
import { SecretInput } from './secret-input.tsx';
import { REMOVED_HELP, STORED_HELP, STORED_SECRET } from './stored-secret.ts';
import { TextFileInput } from './text-file-input.tsx';

type Props = {
  readonly field: FormField;
  readonly value: FormValue;
  readonly onChange: (value: FormValue) => void;
  readonly error: ReactNode;
  /** A secret of this name is stored already. */
  readonly isStored: boolean;
  /** A secret of this name is stored, and removed when the form is saved. */
  readonly isRemoved: boolean;
  readonly disabled: boolean;
};

/** The input of one field. */
export function FormInput({ field, value, onChange, error, isStored, isRemoved, disabled }: Props) {
  const frame = {
    name: field.name,
    label: field.label,
    description:
      isStored || isRemoved ? `${field.doc ?? ''} ${isStored ? STORED_HELP : REMOVED_HELP}`.trim() : field.doc,
    error,
    disabled,
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
          disabled={disabled}
          checked={value === true}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      );
    case 'choice':
      return (
        <Select
          {...frame}
          // Its own name is on a hidden input, which cannot take the focus.
          data-field={field.name}
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
          allowNegative={field.minimum === undefined || field.minimum < 0}
          clampBehavior="none"
          {...(field.minimum === undefined ? {} : { min: field.minimum })}
          {...(field.maximum === undefined ? {} : { max: field.maximum })}
        />
      );
    case 'lines':
      return (
        <TextFileInput
          {...frame}
          format={field.format}
          secret={field.secret === true}
          value={text}
          onChange={onChange}
        />
      );
    case 'text':
      return field.secret === true ? (
        <SecretInput {...frame} value={text} onChange={onChange} />
      ) : (
        <TextInput
          {...frame}
          autoComplete="off"
          value={text}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
  }
}
