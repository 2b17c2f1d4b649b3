export const SEVERITIES = ['debug', 'info', 'warn', 'error', 'fatal'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** The groups that the events filter offers, and the severities each holds. Spellings of older events are kept readable. */
export const SEVERITY_GROUPS = {
  errors: ['error', 'fatal'],
  warnings: ['warn', 'warning', 'warn2'],
  info: ['info', 'debug'],
} as const;
export type SeverityGroup = keyof typeof SEVERITY_GROUPS;

/** Returns the presentation of a severity. */
export function severityView(severity: string): 'error' | 'warning' | 'info' {
  if (severity === 'fatal' || severity === 'error') return 'error';
  if (severity === 'warn' || severity === 'warning' || severity === 'warn2') return 'warning';
  return 'info';
}
