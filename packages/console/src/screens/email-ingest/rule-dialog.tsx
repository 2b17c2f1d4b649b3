import { NativeSelect, TextInput } from '@mantine/core';
import '../../ui/theme/mantine-layer-styles.ts';
import { INVALID_STORAGE_PATH, isStoragePath } from '@switchboard/model/mail-rules';
import { useState } from 'react';
import { FormDialog } from '../../ui/feedback/form-dialog.tsx';
import { Text } from '../../ui/layout/layout.tsx';
import styles from './email-ingest.module.css';
import {
  draftOf,
  type Pattern,
  type PatternKind,
  type Recipient,
  type Rule,
  type RuleDraft,
  ruleInput,
} from './recipient.ts';
import { RuleTest } from './rule-test.tsx';
import { type FieldProblem, useSaveRule } from './use-save-rule.ts';

type Props = {
  readonly recipient: Pick<Recipient, 'email'>;
  /** Null adds a rule. */
  readonly rule: Rule | null;
  /** Initial values of the form; by default the values of the rule. */
  readonly draft?: RuleDraft;
  readonly onClose: () => void;
};

const INVALID_PATH: FieldProblem = { field: 'path', message: INVALID_STORAGE_PATH };

/** The values of a new or stored rule. What the server refuses is shown at its field. */
export function RuleDialog({ recipient, rule, draft: first, onClose }: Props) {
  const [draft, setDraft] = useState(() => first ?? draftOf(rule));
  const [problem, setProblem] = useState<FieldProblem | null>(null);
  const [isPending, setIsPending] = useState(false);
  const save = useSaveRule();
  const change = (patch: Partial<typeof draft>): void => {
    setDraft((current) => ({ ...current, ...patch }));
    setProblem(null);
  };
  const submit = async (): Promise<void> => {
    if (!isStoragePath(draft.path.trim())) return setProblem(INVALID_PATH);
    setIsPending(true);
    const { isSaved, problem: refused } = await save({
      recipient: recipient.email,
      ...(rule === null ? {} : { id: rule.id }),
      rule: ruleInput(draft),
    });
    setIsPending(false);
    setProblem(refused);
    if (isSaved) onClose();
  };
  const problemOf = (field: string): string | null => (problem?.field === field ? problem.message : null);
  return (
    <FormDialog
      title={rule === null ? 'Add Rule' : 'Edit Rule'}
      submitLabel="Save"
      isPending={isPending}
      onClose={onClose}
      onSubmit={submit}
    >
      <PatternField
        label="Sender"
        example="*@partner.example"
        value={draft.sender}
        problem={problemOf('senderRegex')}
        hasFocus
        onChange={(sender) => change({ sender })}
      />
      <PatternField
        label="Subject"
        example="Daily report*"
        value={draft.subject}
        problem={problemOf('subjectRegex')}
        onChange={(subject) => change({ subject })}
      />
      <TextInput
        label="Destination"
        description="Path that a download of type email names, such as partner/daily."
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        required
        autoComplete="off"
        spellCheck={false}
        value={draft.path}
        error={problemOf('path')}
        onChange={(event) => change({ path: event.currentTarget.value })}
      />
      <Text as="p" tone="dim">
        The first matching rule applies. Mail that was already received keeps its path.
      </Text>
      <RuleTest recipient={recipient.email} id={rule?.id ?? null} rule={ruleInput(draft)} onProblem={setProblem} />
    </FormDialog>
  );
}

const KINDS: readonly { readonly value: PatternKind; readonly label: string }[] = [
  { value: 'glob', label: 'Glob' },
  { value: 'regex', label: 'Regex' },
];
const HELP: Readonly<Record<PatternKind, string>> = {
  glob: 'The whole text, in any case. * stands for any characters, ? for one. Empty fits every mail.',
  regex: 'Found anywhere in the text (RE2). Empty fits every mail.',
};

type PatternFieldProps = {
  readonly label: string;
  readonly example: string;
  readonly value: Pattern;
  readonly problem: string | null;
  readonly hasFocus?: boolean;
  readonly onChange: (pattern: Pattern) => void;
};

/** A pattern with its kind. */
function PatternField({ label, example, value, problem, hasFocus = false, onChange }: PatternFieldProps) {
  return (
    <div className={styles['pattern']}>
      <TextInput
        label={label}
        description={HELP[value.kind]}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        placeholder={value.kind === 'glob' ? example : ''}
        data-autofocus={hasFocus || undefined}
        autoComplete="off"
        spellCheck={false}
        value={value.text}
        error={problem}
        onChange={(event) => onChange({ ...value, text: event.currentTarget.value })}
      />
      <NativeSelect
        label="Kind"
        aria-label={`Kind of ${label.toLowerCase()}`}
        data={[...KINDS]}
        value={value.kind}
        onChange={(event) => onChange({ ...value, kind: event.currentTarget.value === 'regex' ? 'regex' : 'glob' })}
      />
    </div>
  );
}
