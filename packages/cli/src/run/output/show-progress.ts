import type { Progress } from '@switchboard/engine';
import { abbreviateNumber, formatBytes } from '@switchboard/model/format';
import type { LiveLines } from '../../terminal/live-lines.ts';
import { type Colours, printable } from '../../terminal/terminal.ts';
import type { Step, Work } from '../pipeline-parts.ts';

const BAR = 24;

/** A bar that fills with the share done; without a total it is empty. */
export function progressBar(progress: Progress): string {
  const share = shareOf(progress);
  const full = share === null ? 0 : Math.round(share * BAR);
  return `${'█'.repeat(full)}${'░'.repeat(BAR - full)}`;
}

function shareOf({ rows, bytes, estimatedRows, estimatedBytes }: Progress): number | null {
  const [done, total] = estimatedBytes ? [bytes ?? 0, estimatedBytes] : [rows ?? 0, estimatedRows ?? 0];
  return total > 0 ? Math.min(done / total, 1) : null;
}

/** "12.0k rows · 1.5 MB"; what is unknown is left out. */
export function progressText({ rows, bytes }: Progress): string {
  return [
    rows === undefined ? '' : `${abbreviateNumber(rows)} ${rows === 1 ? 'row' : 'rows'}`,
    bytes === undefined ? '' : formatBytes(bytes),
  ]
    .filter((text) => text !== '')
    .join(' · ');
}

const idOf = (work: Work): string => `${work.kind} ${work.name}`;

/** Shows the steps of a pipeline: lines that move while work goes on, one line that stays for each that ended. */
export function progressShown(lines: LiveLines, colours: Colours): (step: Step) => void {
  const known = new Map<string, Progress>();
  return (step) => {
    if (step.kind === 'working') {
      const id = idOf(step.work);
      // A fetch reports bytes and a load reports rows: the line keeps both.
      const progress = { ...known.get(id), ...step.progress };
      known.set(id, progress);
      const text = [
        colours.cyan(progressBar(step.progress)),
        colours.bold(step.work.name),
        step.doing,
        progressText(progress),
      ];
      lines.set(id, text.filter((part) => part !== '').join('  '));
    } else if (step.kind === 'retrying') {
      const seconds = Math.ceil(step.delayMs / 100) / 10;
      lines.log(
        `${colours.yellow('!')} ${step.work.kind} ${step.work.name}: ${printable(step.message)} (retry ${step.retry} in ${seconds} s)`,
      );
    } else if (step.kind === 'columns-added') {
      lines.log(
        `${colours.yellow('+')} upload ${step.work.name}: added ${printable(step.columns.join(', '))} to its table`,
      );
    } else if (step.kind === 'processed') {
      lines.set(idOf(step.work), '');
    } else {
      lines.set(idOf(step.outcome), '');
      lines.log(endedText(step.outcome, colours));
    }
  };
}

function endedText(outcome: Extract<Step, { kind: 'ended' }>['outcome'], colours: Colours): string {
  const label = `${outcome.kind} ${outcome.name}`;
  if (outcome.status === 'failed') return `${colours.red('✗')} ${label}: ${printable(outcome.message ?? 'failed')}`;
  if (outcome.status !== 'completed')
    return `${colours.yellow('-')} ${label}: ${printable(outcome.message ?? outcome.status)}`;
  const rows =
    outcome.kind === 'upload' ? outcome.rows : outcome.tables.reduce((sum, { answer }) => sum + answer.rows, 0);
  return `${colours.green('✓')} ${label}: ${progressText({ rows, bytes: outcome.bytes })}`;
}
