import { Autocomplete } from '@mantine/core';
import '../../ui/theme/mantine-layer-styles.ts';
import type { IntegrationField as Field } from '@switchboard/model/integrations/integration-types';
import { pathOfField } from '@switchboard/model/integrations/validate-integration';
import { FormInput } from '../../ui/form/form-input.tsx';
import type { FormField } from '../../ui/form/form-spec.ts';

type Props = {
  readonly field: Field;
  readonly value: string | boolean;
  readonly error: string | undefined;
  /** For a secret: one is stored already. */
  readonly isStored: boolean;
  readonly onChange: (value: string | boolean) => void;
};

/** The input of one field of an integration. */
export function IntegrationField({ field, value, error, isStored, onChange }: Props) {
  const path = pathOfField(field);
  if (field.kind === 'suggested')
    return (
      <Autocomplete
        label={field.label}
        description={field.doc}
        name={path}
        data={[...(field.suggestions ?? [])]}
        value={String(value)}
        error={error}
        onChange={onChange}
      />
    );
  const described: FormField = {
    name: path,
    label: field.label,
    kind: field.kind,
    ...(field.doc === undefined ? {} : { doc: field.doc }),
    ...(field.required === undefined ? {} : { required: field.required }),
    ...(field.secret === undefined ? {} : { secret: field.secret }),
    ...(field.placeholder === undefined ? {} : { placeholder: field.placeholder }),
  };
  return (
    <FormInput
      field={described}
      value={value}
      error={error}
      isStored={isStored}
      isRemoved={false}
      disabled={false}
      onChange={(next) => onChange(typeof next === 'boolean' ? next : String(next ?? ''))}
    />
  );
}
