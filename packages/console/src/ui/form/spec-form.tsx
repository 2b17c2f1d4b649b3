import { Alert, Button, Fieldset } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type ReactNode, useRef, useState } from 'react';
import styles from './form.module.css';
import { FormInput } from './form-input.tsx';
import type { FormField, FormProblem, FormSpec, FormValue, FormValues } from './form-spec.ts';
import { initialFormValues, submittedValues, validateForm, visibleFields } from './form-values.ts';

const NOTHING_STORED: ReadonlySet<string> = new Set();

type Props = {
  readonly spec: FormSpec;
  /** The values to edit, without secrets. */
  readonly initial?: FormValues;
  /** Names of secrets that are stored already: they may stay empty. */
  readonly stored?: ReadonlySet<string>;
  /** Checks beyond those of the fields. */
  readonly validate?: (values: FormValues) => readonly FormProblem[];
  readonly submitLabel: string;
  /** Further buttons beside the one that submits. */
  readonly actions?: ReactNode;
  /** Saves; resolves to what the server found wrong. The form keeps its input then. */
  readonly onSubmit: (values: FormValues) => Promise<readonly FormProblem[]>;
};

/** A form drawn from its description: inputs, groups, conditions, validation, and the server's problems at their fields. */
export function SpecForm({ spec, initial, stored = NOTHING_STORED, validate, ...props }: Props) {
  const [isSaving, setIsSaving] = useState(false);
  const [general, setGeneral] = useState<readonly string[]>([]);
  const element = useRef<HTMLFormElement>(null);
  const form = useForm<Record<string, FormValue>>({
    initialValues: initialFormValues(spec, initial),
    validate: (values) =>
      errorsOf([...(validate?.(submittedValues(spec, values, stored)) ?? []), ...validateForm(spec, values, stored)]),
  });
  const visible = visibleFields(spec, form.values);

  const focusFirst = (isWrong: (name: string) => boolean): void => {
    const first = visible.find(({ name }) => isWrong(name));
    if (first !== undefined) {
      element.current?.querySelector<HTMLElement>(`[name="${CSS.escape(first.name)}"]`)?.focus();
    }
  };
  const submit = async (values: FormValues): Promise<void> => {
    if (isSaving) return;
    setIsSaving(true);
    setGeneral([]);
    try {
      const problems = await props.onSubmit(submittedValues(spec, values, stored));
      const isShown = ({ field }: FormProblem): boolean => visible.some(({ name }) => name === field);
      setGeneral(problems.filter((problem) => !isShown(problem)).map(({ message }) => message));
      form.setErrors(errorsOf(problems.filter(isShown)));
      focusFirst((name) => problems.some(({ field }) => field === name));
    } finally {
      setIsSaving(false);
    }
  };

  const draw = (field: FormField): ReactNode => (
    <FormInput
      key={field.name}
      field={field}
      value={form.values[field.name] ?? null}
      onChange={(value) => form.setFieldValue(field.name, value)}
      error={form.errors[field.name]}
      isStored={stored.has(field.name)}
    />
  );
  const groups = spec.groups ?? [];
  const isGrouped = ({ group }: FormField): boolean => groups.some(({ name }) => name === group);
  return (
    <form
      ref={element}
      className={styles['form']}
      noValidate
      onSubmit={form.onSubmit(submit, (errors) => focusFirst((name) => errors[name] !== undefined))}
    >
      {general.map((message) => (
        <Alert key={message} color="red" role="alert">
          {message}
        </Alert>
      ))}
      {visible.filter((field) => !isGrouped(field)).map(draw)}
      {groups.map((group) => {
        const fields = visible.filter((field) => field.group === group.name);
        return fields.length === 0 ? null : (
          <Fieldset key={group.name} legend={group.label} className={styles['group'] ?? ''}>
            {fields.map(draw)}
          </Fieldset>
        );
      })}
      <div className={styles['actions']}>
        {props.actions}
        <Button type="submit" variant="filled" loading={isSaving}>
          {props.submitLabel}
        </Button>
      </div>
    </form>
  );
}

/** Messages by field; the first problem of a field counts. */
function errorsOf(problems: readonly FormProblem[]): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const { field, message } of problems) if (field !== null) errors[field] ??= message;
  return errors;
}
