import { Radio } from '@mantine/core';
import '../../ui/theme/mantine-layer-styles.ts';
import { fullNumber } from '@switchboard/model/format';
import { useState } from 'react';
import { UnfreezeDatesDocument } from '../../api/generated/documents/restatements.ts';
import type { FreezeFactsFragment } from '../../api/generated/graphql.ts';
import { useMutationAction } from '../../api/use-mutation-action.ts';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx';
import { Stack } from '../../ui/layout/layout.tsx';

type Props = {
  readonly freeze: FreezeFactsFragment;
  readonly onClose: () => void;
  readonly onUnfrozen: () => void;
};

/** Ends a freeze, and asks whether the results that it held are delivered or abandoned. */
export function UnfreezeDialog({ freeze, onClose, onUnfrozen }: Props) {
  const { id, dates, upload_name: upload, held } = freeze;
  const [fate, setFate] = useState<'deliver' | 'abandon'>('deliver');
  const { run } = useMutationAction(UnfreezeDatesDocument, {
    done: () => `${dates} ${dates.startsWith('all') ? 'are' : 'is'} not frozen any more.`,
  });
  const confirm = async (): Promise<boolean> => {
    const answer = await run({ id, held: fate });
    if (answer !== null) onUnfrozen();
    return answer !== null;
  };
  const isAbandoned = held > 0 && fate === 'abandon';
  return (
    <ConfirmDialog
      title={`Unfreeze ${dates}?`}
      confirmLabel={held === 0 ? 'Unfreeze' : `Unfreeze and ${fate}`}
      danger={isAbandoned}
      onClose={onClose}
      onConfirm={confirm}
    >
      <Stack gap={3}>
        <span>
          Changed results of {upload === null ? 'all uploads' : <strong>{upload}</strong>} replace what was delivered
          for these dates from now on.
        </span>
        {held > 0 && (
          <Radio.Group
            label={`${fullNumber(held)} ${held === 1 ? 'result is' : 'results are'} held`}
            value={fate}
            onChange={(value) => setFate(value === 'abandon' ? 'abandon' : 'deliver')}
          >
            <Stack gap={2} padding={[2, 0, 0]}>
              <Radio value="deliver" label="Deliver the newest result of each date" />
              <Radio value="abandon" label="Abandon them: what was delivered before stands" />
            </Stack>
          </Radio.Group>
        )}
      </Stack>
    </ConfirmDialog>
  );
}
