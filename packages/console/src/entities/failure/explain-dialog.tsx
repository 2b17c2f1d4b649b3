import { Modal } from '@mantine/core';
import '../../ui/theme/mantine-layer-styles.ts';
import { Link } from 'react-router';
import type { FailurePartsFragment } from '../../api/generated/graphql.ts';
import { useReturnFocus } from '../../lib/use-return-focus.ts';
import { useScriptPaths } from '../draft/script-paths.ts';
import { FailureFacts } from './failure-facts.tsx';
import type { FailureRef } from './failure-ref.ts';
import { failureHeading } from './failure-words.ts';

type Props = {
  readonly failure: FailurePartsFragment;
  readonly onExplain: (failure: FailureRef) => void;
  readonly onClose: () => void;
};

/** A failure for which no line of the script is responsible: why, and what can be done. */
export function ExplainDialog({ failure, onExplain, onClose }: Props) {
  useReturnFocus();
  const paths = useScriptPaths();
  const { place, changelist } = failure;
  return (
    <Modal opened onClose={onClose} size="lg" title={failureHeading(failure)}>
      <FailureFacts
        failure={failure}
        onExplain={onExplain}
        renderPlace={(text) => (place === null ? text : <Link to={paths.place(changelist.id, place)}>{text}</Link>)}
      />
    </Modal>
  );
}
