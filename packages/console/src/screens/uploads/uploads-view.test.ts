import { expect, it } from 'vitest';
import { readState } from '../../lib/address/url-state.ts';
import { filterParameters, filterVariables } from '../../ui/filters/filter-spec.ts';
import { UPLOADS_VIEW } from './uploads-view.ts';

it('joins project_id with the projects', () => {
  const { filters } = UPLOADS_VIEW;
  const values = readState(filterParameters(filters), new URLSearchParams('project_id=ads&project=video,ads'));
  expect(filterVariables(filters, values, '2026-11-20').projects).toEqual(['ads', 'video']);
});
