import type { KeyType } from '@switchboard/model/key-types/key-type';
import { oauthOf } from '@switchboard/model/key-types/key-types';
import { type ReactNode, useMemo } from 'react';
import { ConnectionSteps } from '../../entities/connection/connection-steps.tsx';
import { Banner } from '../../ui/feedback/banner.tsx';
import type { FormMode, FormProblem } from '../../ui/form/form-spec.ts';
import { type FormTrial, SpecForm } from '../../ui/form/spec-form.tsx';
import { Stack } from '../../ui/layout/layout.tsx';
import { connectStyle } from './connect-style.tsx';
import { KeyGuide } from './guidance/key-guide.tsx';
import { useTestKey } from './guidance/use-test-key.ts';
import {
  type KeyInput,
  type KeyToEdit,
  keyFormProblems,
  keyFormSpec,
  keyFormValues,
  OWN_FIELD_NAMES,
  readKeyInput,
  withEnteredFields,
} from './key-form-spec.ts';
import styles from './keys.module.css';

type Props = {
  readonly type: KeyType;
  readonly mode: FormMode;
  /** The stored key; null for a new one. */
  readonly stored: KeyToEdit | null;
  /** Resolves to what is wrong; to null when the person must do something else before anything is saved. */
  readonly onSave: (input: KeyInput) => Promise<readonly FormProblem[] | null>;
  readonly onSaved?: () => void;
  readonly onCancel: () => void;
  /** Commands after a failure to save. */
  readonly recovery?: ReactNode;
};

const SUBMIT_LABELS = { add: 'Verify and Save', edit: 'Save changes', view: '' } as const;
const NOTHING_STORED: ReadonlySet<string> = new Set();

/** The form of a key, drawn from the description of its type. Of a key that is connected, only the name is entered. */
export function KeyForm({ type: given, mode, stored, onSave, onSaved, onCancel, recovery }: Props) {
  const type = useMemo(() => withEnteredFields(given), [given]);
  const oauth = oauthOf(type);
  const { test, steps } = useTestKey(type.name, stored?.name ?? null);
  const trial: FormTrial = {
    label: 'Test connection',
    ignored: OWN_FIELD_NAMES,
    run: (values) => test(oauth === undefined ? readKeyInput(type, values).properties : {}),
    result: (isOutdated) => steps.length > 0 && <ConnectionSteps steps={steps} isOutdated={isOutdated} />,
  };
  const isTestable = mode !== 'view' && (oauth === undefined || stored !== null);
  return (
    <Stack gap={4} width="full" className={styles['form']}>
      {type.notice !== undefined && <Banner tone="warning" title={type.notice} />}
      {mode !== 'view' && <KeyGuide type={type} />}
      <SpecForm
        spec={keyFormSpec(type)}
        mode={mode}
        layout="tabs"
        columns={2}
        validatesOnChange
        {...(stored === null ? {} : { initial: keyFormValues(stored) })}
        stored={stored?.stored ?? NOTHING_STORED}
        validate={(values) => keyFormProblems(type, values, stored)}
        submitLabel={mode === 'add' && oauth !== undefined ? 'Connect' : SUBMIT_LABELS[mode]}
        submitStyle={mode === 'add' && oauth !== undefined ? connectStyle(oauth.style) : undefined}
        {...(isTestable ? { trial } : {})}
        generalTitle="Problem Saving Key"
        generalAction={recovery}
        onCancel={onCancel}
        onSubmit={(values) => onSave(readKeyInput(type, values))}
        {...(onSaved === undefined ? {} : { onSaved })}
      />
    </Stack>
  );
}
