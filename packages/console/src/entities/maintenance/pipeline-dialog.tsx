import { useEffect } from 'react';
import { useQuery } from 'urql';
import { describeFailure } from '../../api/failure.ts';
import { PauseOfDocument } from '../../api/generated/documents/pause.ts';
import { toastFailed } from '../../ui/feedback/toasts.ts';
import { PauseDialog } from '../pause/pause-dialog.tsx';
import { pauseSubject } from '../pause/pause-subject.ts';
import { ResumeDialog } from '../pause/resume-dialog.tsx';
import { MaintenanceDialog } from './maintenance-dialog.tsx';
import type { Pipeline, PipelineCommand } from './pipeline.ts';

type Props = {
  readonly command: PipelineCommand;
  readonly onChanged?: (() => void) | undefined;
  readonly onClose: () => void;
};

/** The dialog of a command on a declaration. */
export function PipelineDialog({ command: { act, pipeline }, onChanged, onClose }: Props) {
  if (act === 'maintenance') return <MaintenanceDialog subject={pipeline} onClose={onClose} />;
  return <PauseOrResume pipeline={pipeline} onChanged={onChanged} onClose={onClose} />;
}

type PauseProps = Omit<Props, 'command'> & { readonly pipeline: Pipeline };

/** Resumes what is paused, itself or with its project, and pauses anything else. */
function PauseOrResume({ pipeline, onChanged = () => undefined, onClose }: PauseProps) {
  const { kind, name, project } = pipeline;
  const [{ data, error }] = useQuery({
    query: PauseOfDocument,
    variables: { kind, name },
    requestPolicy: 'network-only',
  });
  useEffect(() => {
    if (error === undefined) return;
    toastFailed(describeFailure(error).message);
    onClose();
  }, [error, onClose]);
  if (data === undefined) return null;
  const paused = data.pause === null ? null : pauseSubject(data.pause);
  if (paused !== null) return <ResumeDialog pausable={paused} onClose={onClose} onResumed={onChanged} />;
  return <PauseDialog pausable={pipeline} project={project} onClose={onClose} onPaused={onChanged} />;
}
