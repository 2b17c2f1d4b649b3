import { SEVERITY_GROUPS, type SeverityGroup, severityView } from '@switchboard/model/events';
import type { StatusTone } from '@switchboard/model/status/status';
import type { Option } from '../../ui/filters/option.ts';

const VIEWS: Readonly<Record<ReturnType<typeof severityView>, { readonly label: string; readonly tone: StatusTone }>> =
  {
    error: { label: 'Error', tone: 'error' },
    warning: { label: 'Warning', tone: 'warning' },
    info: { label: 'Info', tone: 'working' },
  };

/** Events of a normal day. */
const ROUTINE: ReadonlySet<string> = new Set(['DOWNLOAD_COMPLETED', 'REPORT_UNCHANGED', 'UPLOAD_COMPLETED']);

type Graded = { readonly severity: string; readonly code?: string };

/** Whether an event only says that work went as planned. */
export const isRoutine = ({ severity, code = '' }: Graded): boolean =>
  severityView(severity) === 'info' && ROUTINE.has(code);

/** Label and tone of an event's severity; a routine event is toned down. */
export function severityBadge(event: Graded): { readonly label: string; readonly tone: StatusTone } {
  const view = VIEWS[severityView(event.severity)];
  return isRoutine(event) ? { ...view, tone: 'inactive' } : view;
}

export const SEVERITY_FILTER: readonly Option[] = [
  { value: 'errors', label: 'Errors' },
  { value: 'warnings', label: 'Warnings' },
  { value: 'info', label: 'Info' },
];

const GROUPS = Object.keys(SEVERITY_GROUPS) as SeverityGroup[];
const ALL = Object.values(SEVERITY_GROUPS).flat();

/** The values of the `severity` parameter: groups, and single severities as in links from elsewhere. */
export const SEVERITY_VALUES: readonly string[] = [...GROUPS, ...ALL.filter((severity) => severity !== 'info')];

/** The severities of the chosen groups, for the query; null for all. */
export function severitiesOf(chosen: readonly string[]): string[] | null {
  if (chosen.length === 0) return null;
  return [
    ...new Set(
      chosen.flatMap((value): readonly string[] => {
        const group = GROUPS.find((candidate) => candidate === value);
        return group === undefined ? [value] : SEVERITY_GROUPS[group];
      }),
    ),
  ];
}
