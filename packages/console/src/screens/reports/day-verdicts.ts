import type { StatusTone } from '@switchboard/model/status/status';
import type { SourceDayFragment } from '../../api/generated/graphql.ts';
import type { StatusIcon } from '../../ui/status/status-icons.ts';

export type DayVerdict = { readonly tone: StatusTone; readonly icon?: StatusIcon; readonly label: string };

/** Days that are needed before a day is judged. */
const NEEDED = 3;

const VOLUME: Readonly<Record<string, DayVerdict>> = {
  low: { tone: 'warning', label: 'Fewer rows than usual' },
  high: { tone: 'warning', label: 'More rows than usual' },
  unfinished: { tone: 'inactive', label: 'Day not over' },
};
const BYTES: Readonly<Record<string, DayVerdict>> = {
  low: { tone: 'warning', label: 'Fewer bytes than usual' },
  high: { tone: 'warning', label: 'More bytes than usual' },
};
const ARRIVAL: Readonly<Record<string, DayVerdict>> = {
  late: { tone: 'warning', icon: 'waiting', label: 'Late' },
  missing: { tone: 'error', label: 'Missing' },
  expected: { tone: 'inactive', label: 'Expected' },
  early: { tone: 'working', icon: 'info', label: 'Early' },
};
const USUAL: DayVerdict = { tone: 'completed', label: 'As usual' };

/** Judges a day: its anomalies, or that it is as usual, or that it is not judged. */
export function dayVerdicts(
  day: Pick<SourceDayFragment, 'rows' | 'compared' | 'rows_verdict' | 'bytes_verdict' | 'arrival_verdict'>,
): readonly DayVerdict[] {
  if (day.compared < NEEDED)
    return [{ tone: 'inactive', label: `Not judged: ${day.compared} of ${NEEDED} days to compare` }];
  const volume = VOLUME[day.rows_verdict];
  const found = [ARRIVAL[day.arrival_verdict], volume, volume === undefined ? BYTES[day.bytes_verdict] : undefined];
  const verdicts = found.filter((verdict) => verdict !== undefined);
  return verdicts.length === 0 ? [USUAL] : verdicts;
}
