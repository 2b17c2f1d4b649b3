import { Button } from '@mantine/core';
import { IconZoomQuestion } from '@tabler/icons-react';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useClient } from 'urql';
import { describeFailure } from '../../api/failure.ts';
import { FailureExplanationDocument } from '../../api/generated/documents/failure.ts';
import type { FailurePartsFragment } from '../../api/generated/graphql.ts';
import { usePermission } from '../../api/session/session.ts';
import { lazyLayer } from '../../lib/load-chunk.ts';
import { toastFailed } from '../../ui/feedback/toasts.ts';
import { SMALL_ICON_SIZE } from '../../ui/theme/metrics.ts';
import { useScriptPaths } from '../draft/script-paths.ts';
import { type FailureRef, writeFailureRef } from './failure-ref.ts';

const ExplainDialog = lazyLayer(async () => (await import('./explain-dialog.tsx')).ExplainDialog);

type Props = {
  readonly failure: FailureRef;
  readonly ariaLabel?: string;
  /** filled: the first action of its place. */
  readonly variant?: 'default' | 'filled';
};

/**
 * Opens the script at the line that is responsible for a failure, in the version that ran. Where no line is responsible, a dialog
 * says why and what can be done. Absent for people who may not see scripts.
 */
export function ExplainButton({ failure, ariaLabel, variant = 'default' }: Props) {
  const maySee = usePermission('view');
  const client = useClient();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const paths = useScriptPaths();
  const [isAsking, setIsAsking] = useState(false);
  const [shown, setShown] = useState<FailurePartsFragment | null>(null);
  if (!maySee) return null;
  const explain = async (asked: FailureRef): Promise<void> => {
    setIsAsking(true);
    const { data, error } = await client
      .query(FailureExplanationDocument, { ...asked }, { requestPolicy: 'network-only' })
      .toPromise();
    setIsAsking(false);
    if (data == null || error !== undefined) {
      const { message, requestId } = describeFailure(error ?? { graphQLErrors: [] });
      toastFailed(message, requestId);
      return;
    }
    const found = data.failure_explanation;
    if (found === null) toastFailed('The failure is over: it was started again, or has completed since.');
    else if (!found.is_in_script || found.place === null) setShown(found);
    else {
      const { kind, id } = found;
      const explained = writeFailureRef({ kind: kind as FailureRef['kind'], id });
      void navigate(
        paths.place(found.changelist.id, found.place, { explain: explained, referrer: `${pathname}${search}` }),
      );
    }
  };
  return (
    <>
      <Button
        variant={variant}
        leftSection={<IconZoomQuestion size={SMALL_ICON_SIZE} />}
        loading={isAsking}
        aria-label={ariaLabel}
        data-tip="Opens the script at the line that is responsible, with the failing rows"
        onClick={() => void explain(failure)}
      >
        Explain this failure
      </Button>
      {shown !== null && (
        <ExplainDialog
          key={shown.id}
          failure={shown}
          onExplain={(asked) => void explain(asked)}
          onClose={() => setShown(null)}
        />
      )}
    </>
  );
}
