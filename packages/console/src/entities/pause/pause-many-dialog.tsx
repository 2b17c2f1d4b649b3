import { useState } from 'react';
import { useClient } from 'urql';
import { describeFailure } from '../../api/failure.ts';
import { PausePipelineDocument } from '../../api/generated/documents/pause.ts';
import { FormDialog } from '../../ui/feedback/form-dialog.tsx';
import { toastDone } from '../../ui/feedback/toasts.ts';
import { ReasonField, reasonProblem } from '../../ui/form/reason-field.tsx';
import { Text } from '../../ui/layout/layout.tsx';

type Props = {
  readonly kind: 'download' | 'upload';
  /** Names of declarations, each once. */
  readonly names: readonly string[];
  readonly onPaused: () => void;
  readonly onClose: () => void;
};

/** Names that are shown. */
const MAX_NAMED = 10;

/** Pauses several downloads or uploads for one reason. Those that were not paused stay, with why. */
export function PauseManyDialog({ kind, names, onPaused, onClose }: Props) {
  const client = useClient();
  const [left, setLeft] = useState(names);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const [reason, setReason] = useState('');
  const [isTried, setIsTried] = useState(false);
  const [isPending, setIsPending] = useState(false);
  const pause = async (name: string): Promise<string | null> => {
    const { data, error } = await client
      .mutation(PausePipelineDocument, { kind, name, reason: reason.trim() })
      .toPromise();
    if (error !== undefined) return `${name}: ${describeFailure(error).message}`;
    return data !== undefined && 'problem' in data.pause ? data.pause.problem : null;
  };
  const submit = async (): Promise<void> => {
    setIsTried(true);
    if (reasonProblem(reason) !== null) return;
    setIsPending(true);
    const refused: string[] = [];
    const kept: string[] = [];
    for (const name of left) {
      const why = await pause(name);
      if (why === null) continue;
      kept.push(name);
      refused.push(why);
    }
    setIsPending(false);
    const done = left.length - kept.length;
    if (done > 0) {
      toastDone(`${done} ${kind}${done === 1 ? ' is' : 's are'} paused.`);
      onPaused();
    }
    if (kept.length === 0) onClose();
    setLeft(kept);
    setProblems(refused);
  };
  const count = `${left.length} ${kind}${left.length === 1 ? '' : 's'}`;
  return (
    <FormDialog title={`Pause ${count}`} submitLabel="Pause" isPending={isPending} onClose={onClose} onSubmit={submit}>
      <Text breakWords>
        <strong>{left.slice(0, MAX_NAMED).join(', ')}</strong>
        {left.length > MAX_NAMED && ` and ${left.length - MAX_NAMED} more`}
      </Text>
      <Text tone="dim">
        Nothing of them runs by schedule until somebody resumes them. What runs now is finished; backfills and tests go
        on.
      </Text>
      {problems.map((each) => (
        <Text key={each} tone="error" role="alert">
          {each}
        </Text>
      ))}
      <ReasonField value={reason} isTried={isTried} onChange={setReason} />
    </FormDialog>
  );
}
