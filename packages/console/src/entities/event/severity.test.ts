import { expect, it } from 'vitest';
import { isRoutine, SEVERITY_VALUES, severitiesOf, severityBadge } from './severity.ts';

it('maps every spelling of a severity to its group', { tags: 'spec:events-severities' }, () => {
  expect(severityBadge({ severity: 'fatal' })).toEqual({ label: 'Error', tone: 'error' });
  for (const severity of ['warn', 'warning', 'warn2']) expect(severityBadge({ severity }).tone).toBe('warning');
  expect(severityBadge({ severity: 'info' }).label).toBe('Info');
});

it('queries the severities of the chosen groups', () => {
  expect(severitiesOf([])).toBeNull();
  expect(severitiesOf(['errors', 'warn'])).toEqual(['error', 'fatal', 'warn']);
  expect(severitiesOf(['info'])).toEqual(['info', 'debug']);
  expect(SEVERITY_VALUES).toContain('fatal');
});

it('tones down events that only say that work went as planned', () => {
  expect(severityBadge({ severity: 'info', code: 'UPLOAD_COMPLETED' })).toEqual({ label: 'Info', tone: 'inactive' });
  expect(isRoutine({ severity: 'info', code: 'VERSION_REPLACED' })).toBe(false);
  expect(isRoutine({ severity: 'error', code: 'UPLOAD_COMPLETED' })).toBe(false);
});
