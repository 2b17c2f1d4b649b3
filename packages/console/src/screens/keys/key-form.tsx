import type { KeyType } from '@switchboard/model/key-types/key-type';
import { oauthOf } from '@switchboard/model/key-types/key-types';
import { type ReactNode, useMemo } from 'react';
import { Banner } from '../../ui/feedback/banner.tsx';
import type { FormMode, FormProblem } from '../../ui/form/form-spec.ts';
import { SpecForm } from '../../ui/form/spec-form.tsx';
import { Stack, Text } from '../../ui/layout/layout.tsx';
import { connectStyle } from './connect-style.tsx';
import {
  type KeyInput,
  type KeyToEdit,
  keyFormProblems,
  keyFormSpec,
  keyFormValues,
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
  return (
    <Stack gap={4} width="full" className={styles['form']}>
      {type.notice !== undefined && <Banner tone="warning" title={type.notice} />}
      {mode !== 'view' && <Guide type={type} />}
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
        generalTitle="Problem Saving Key"
        generalAction={recovery}
        onCancel={onCancel}
        onSubmit={(values) => onSave(readKeyInput(type, values))}
        {...(onSaved === undefined ? {} : { onSaved })}
      />
    </Stack>
  );
}

/** Rows of providers say where a person finds the key: one sentence, and the page of the provider's documentation. */
function Guide({ type }: { readonly type: KeyType }) {
  const { whereToFind, documentation = '' } = type;
  if (whereToFind === undefined) return null;
  return (
    <Text as="p" tone="dim">
      {whereToFind}{' '}
      {documentation.startsWith('https://') && (
        <a href={documentation} target="_blank" rel="noreferrer">
          Documentation
        </a>
      )}
    </Text>
  );
}
