import { expect, it } from 'vitest';
import { SEVERITY_VALUES, severitiesOf, severityBadge } from './severity.ts';

it('maps every spelling of a severity to its group', () => {
  expect(severityBadge('fatal')).toEqual({ label: 'Error', tone: 'error' });
  for (const severity of ['warn', 'warning', 'warn2']) expect(severityBadge(severity).tone).toBe('warning');
  expect(severityBadge('info').label).toBe('Info');
});

it('queries the severities of the chosen groups', () => {
  expect(severitiesOf([])).toBeNull();
  expect(severitiesOf(['errors', 'warn'])).toEqual(['error', 'fatal', 'warn']);
  expect(severitiesOf(['info'])).toEqual(['info', 'debug']);
  expect(SEVERITY_VALUES).toContain('fatal');
});
