import { Alert, Button, Fieldset } from '@mantine/core';
import '../theme/mantine-layer-styles.ts';
import { useForm } from '@mantine/form';
import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Banner } from '../feedback/banner.tsx';
import { TabPanels } from '../page/tab-panels.tsx';
import { EDIT_SUBMIT_WIDTH, SUBMIT_WIDTH } from '../theme/metrics.ts';
import { FieldValues } from './field-values.tsx';
import styles from './form.module.css';
import { FormInput } from './form-input.tsx';
import { FormActions, GeneralProblem } from './form-parts.tsx';
import type { FormField, FormMode, FormProblem, FormSpec, FormValue, FormValues } from './form-spec.ts';
import { initialFormValues, isRequired, submittedValues, validateForm, visibleFields } from './form-values.ts';
import { useLeaveGuard } from './use-leave-guard.tsx';

const NOTHING_STORED: ReadonlySet<string> = new Set();
/** The message beside the button names as many fields. */
const NAMED_FIELDS = 3;

export type SubmitStyle = { readonly className: string; readonly leftSection: ReactNode };

export type FormTrial = {
  readonly label: string;
  /** Fields that it does without. */
  readonly ignored: readonly string[];
  /** Resolves to what is wrong with the values. */
  readonly run: (values: FormValues) => Promise<readonly FormProblem[]>;
  /** Its result, shown above the buttons. */
  readonly result: (isOutdated: boolean) => ReactNode;
};

type Props = {
  readonly spec: FormSpec;
  readonly mode?: FormMode;
  /** The values to edit, without secrets. */
  readonly initial?: FormValues;
  /** Names of secrets that are stored already: they may stay empty. */
  readonly stored?: ReadonlySet<string>;
  /** Checks beyond those of the fields. */
  readonly validate?: (values: FormValues) => readonly FormProblem[];
  /** Groups one below the other, or as tabs. */
  readonly layout?: 'sections' | 'tabs';
  /** Fields side by side where there is room. Texts of several lines take the whole width. */
  readonly columns?: 1 | 2;
  /** Reports problems of a field as it changes, and submits only once there are none. */
  readonly validatesOnChange?: boolean;
  /** Why nothing can be entered at present. */
  readonly disabledReason?: string | undefined;
  readonly submitLabel: string;
  /** Style of a button in the colours of another company. */
  readonly submitStyle?: SubmitStyle | undefined;
  /** Title of problems that belong to no field. */
  readonly generalTitle?: string;
  /** Command for the general problems. */
  readonly generalAction?: ReactNode;
  /** Tries the values before they are saved. */
  readonly trial?: FormTrial;
  /** Further buttons beside the one that submits. */
  readonly actions?: ReactNode;
  /** Leaves the form. Asks first when anything is unsaved. */
  readonly onCancel?: () => void;
  /**
   * Saves; resolves to what the server found wrong, or to null when something else must happen before anything is saved. The
   * form keeps its input then.
   */
  readonly onSubmit: (values: FormValues) => Promise<readonly FormProblem[] | null>;
  /** Everything is saved, and the page may be left. */
  readonly onSaved?: () => void;
};

/** A form drawn from its description: inputs, groups, conditions, validation, and the server's problems at their fields. */
export function SpecForm({ spec, initial, validate, mode = 'add', ...props }: Props) {
  const { layout = 'sections', columns = 1, validatesOnChange = false, disabledReason } = props;
  const [removed, setRemoved] = useState(NOTHING_STORED);
  const stored = withoutRemoved(props.stored ?? NOTHING_STORED, removed);
  const [isSaving, setIsSaving] = useState(false);
  const [isTrying, setIsTrying] = useState(false);
  /** The values of the last trial, as JSON. */
  const [tried, setTried] = useState<string | null>(null);
  const [general, setGeneral] = useState<readonly string[]>([]);
  const element = useRef<HTMLFormElement>(null);
  const problemsOf = (values: FormValues): Readonly<Record<string, string>> =>
    errorsOf([...(validate?.(submittedValues(spec, values, stored)) ?? []), ...validateForm(spec, values, stored)]);
  const form = useForm<Record<string, FormValue>>({
    initialValues: initialFormValues(spec, initial),
    validate: problemsOf,
  });
  const guard = useLeaveGuard(mode !== 'view' && (form.isDirty() || removed.size > 0));
  const visible = visibleFields(spec, form.values);
  const groups = (spec.groups ?? []).filter(({ name }) => visible.some(({ group }) => group === name));
  const isGrouped = ({ group }: FormField): boolean => groups.some(({ name }) => name === group);
  const fieldsOf = (name: string): readonly FormField[] => visible.filter(({ group }) => group === name);
  const ungrouped = visible.filter((field) => !isGrouped(field));
  const [tab, setTab] = useState(groups[0]?.name ?? '');

  const problems = validatesOnChange ? problemsOf(form.values) : {};
  const errorOf = (name: string): ReactNode =>
    form.errors[name] ?? (form.isTouched(name) ? problems[name] : undefined) ?? null;
  const isRemovable = ({ name, required, group }: FormField): boolean =>
    (stored.has(name) || removed.has(name)) &&
    (required !== true || spec.groups?.find((each) => each.name === group)?.optional === true);
  const toggleRemoved = (name: string): void => {
    form.setFieldValue(name, '');
    setRemoved(removed.has(name) ? withoutRemoved(removed, new Set([name])) : new Set([...removed, name]));
  };
  const focusFirst = (isWrong: (name: string) => boolean): void => {
    const inOrder = [...ungrouped, ...groups.flatMap(({ name }) => fieldsOf(name))];
    const first = inOrder.find(({ name }) => isWrong(name));
    if (first === undefined) return;
    // The field of another tab can take the focus once its panel is shown.
    if (isGrouped(first)) flushSync(() => setTab(first.group ?? ''));
    const name = CSS.escape(first.name);
    const input = `[name="${name}"]:not([type="hidden"]), [data-field="${name}"]`;
    element.current?.querySelector<HTMLElement>(input)?.focus();
  };
  const submit = async (values: FormValues): Promise<void> => {
    if (isSaving) return;
    setIsSaving(true);
    setGeneral([]);
    try {
      const found = await props.onSubmit(submittedValues(spec, values, stored));
      if (found === null) return;
      const isShown = ({ field }: FormProblem): boolean => visible.some(({ name }) => name === field);
      setGeneral(found.filter((problem) => !isShown(problem)).map(({ message }) => message));
      form.setErrors(errorsOf(found.filter(isShown)));
      focusFirst((name) => found.some(({ field }) => field === name));
      if (found.length > 0 || props.onSaved === undefined) return;
      guard.release();
      props.onSaved();
    } finally {
      setIsSaving(false);
    }
  };

  const attempt = async ({ run, ignored }: FormTrial): Promise<void> => {
    if (isTrying) return;
    const values = submittedValues(spec, form.values, stored);
    const wrong = Object.entries(problemsOf(form.values)).filter(([name]) => !ignored.includes(name));
    setGeneral([]);
    form.setErrors(Object.fromEntries(wrong));
    if (wrong.length > 0) return focusFirst((name) => wrong.some(([each]) => each === name));
    setIsTrying(true);
    try {
      const found = await run(values);
      const isShown = ({ field }: FormProblem): boolean => visible.some(({ name }) => name === field);
      setTried(JSON.stringify(values));
      setGeneral(found.filter((problem) => !isShown(problem)).map(({ message }) => message));
      form.setErrors(errorsOf(found.filter(isShown)));
    } finally {
      setIsTrying(false);
    }
  };

  const draw = (fields: readonly FormField[]): ReactNode =>
    mode === 'view' ? (
      <FieldValues fields={fields} values={form.values} stored={stored} />
    ) : (
      <div className={styles['fields']} data-columns={columns}>
        {fields.map((field) => (
          <div key={field.name} data-wide={field.kind === 'lines' || undefined}>
            <FormInput
              field={{ ...field, required: isRequired(spec, field, form.values, stored) }}
              value={form.values[field.name] ?? null}
              onChange={(value) => form.setFieldValue(field.name, value)}
              error={errorOf(field.name)}
              isStored={stored.has(field.name)}
              isRemoved={removed.has(field.name)}
              disabled={disabledReason !== undefined}
            />
            {isRemovable(field) && (
              <Button
                variant="subtle"
                className={styles['remove'] ?? ''}
                aria-label={`${removed.has(field.name) ? 'Keep' : 'Remove'} the stored ${field.label}`}
                onClick={() => toggleRemoved(field.name)}
              >
                {removed.has(field.name) ? 'Keep it' : 'Remove it'}
              </Button>
            )}
          </div>
        ))}
      </div>
    );
  const isTabbed = layout === 'tabs' && groups.length > 1;
  const missing = visible.filter(({ name }) => problems[name] !== undefined);
  return (
    <form
      ref={element}
      className={styles['form']}
      noValidate
      onSubmit={form.onSubmit(submit, (errors) => focusFirst((name) => errors[name] !== undefined))}
    >
      {disabledReason !== undefined && <Alert color="gray">{disabledReason}</Alert>}
      {general.length > 0 && (
        <Banner tone="error" title={props.generalTitle ?? ''} actions={props.generalAction}>
          {general.map((message) => (
            <GeneralProblem key={message}>{message}</GeneralProblem>
          ))}
        </Banner>
      )}
      {ungrouped.length > 0 && draw(ungrouped)}
      {isTabbed ? (
        <TabPanels
          label="Parts of the form"
          active={groups.some(({ name }) => name === tab) ? tab : (groups[0]?.name ?? '')}
          onChange={setTab}
          tabs={groups.map(({ name, label }) => ({
            name,
            label,
            errors: fieldsOf(name).filter((field) => errorOf(field.name) !== null).length,
            content: draw(fieldsOf(name)),
          }))}
        />
      ) : (
        groups.map((group) => (
          <Fieldset key={group.name} legend={group.label} className={styles['sections'] ?? ''}>
            {draw(fieldsOf(group.name))}
          </Fieldset>
        ))
      )}
      {props.trial?.result(tried !== null && tried !== JSON.stringify(submittedValues(spec, form.values, stored)))}
      <FormActions>
        {missing.length > 0 && <span className={styles['missing']}>{missingText(missing)}</span>}
        {props.actions}
        {props.trial !== undefined && (
          <Button loading={isTrying} onClick={() => void attempt(props.trial as FormTrial)}>
            {props.trial.label}
          </Button>
        )}
        {props.onCancel !== undefined && (
          <Button onClick={() => guard.leave(props.onCancel ?? (() => undefined))}>
            {mode === 'view' ? 'Close' : 'Cancel'}
          </Button>
        )}
        {mode !== 'view' && (
          <Button
            type="submit"
            variant="filled"
            w={mode === 'edit' ? EDIT_SUBMIT_WIDTH : SUBMIT_WIDTH}
            loading={isSaving}
            disabled={missing.length > 0 || disabledReason !== undefined}
            {...props.submitStyle}
          >
            {props.submitLabel}
          </Button>
        )}
      </FormActions>
      {guard.dialog}
    </form>
  );
}

const withoutRemoved = (names: ReadonlySet<string>, removed: ReadonlySet<string>): ReadonlySet<string> =>
  removed.size === 0 ? names : new Set([...names].filter((name) => !removed.has(name)));

/** Messages by field; the first problem of a field counts. */
function errorsOf(problems: readonly FormProblem[]): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const { field, message } of problems) if (field !== null) errors[field] ??= message;
  return errors;
}

function missingText(fields: readonly FormField[]): string {
  const named = fields.slice(0, NAMED_FIELDS).map(({ label }) => label);
  const more = fields.length - named.length;
  return `To complete: ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`;
}
