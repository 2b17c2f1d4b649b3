import { connectorByName } from '@switchboard/connectors';
import type { PlanUpload } from '@switchboard/model/plan';
import { describe, expect, it } from 'vitest';
import { checkTestPlace } from './test-place.ts';

/** Parameters of destinations that name no place: how rows are written, and as whom. */
const NO_PLACE = new Set(
  'create evolve date_column format compression delimiter header warehouse warehouse_id role iam_role'.split(' '),
);

const DESTINATIONS = [...connectorByName().values()].flatMap(({ spec }) =>
  spec.destination?.container === undefined
    ? []
    : [{ name: spec.name, parameters: spec.destination.parameters, container: spec.destination.container }],
);

describe('the test places of a key', () => {
  it.each(DESTINATIONS)('cover every parameter of $name that names a place', ({ parameters, container }) => {
    const { object, staging = [] } = container;
    const places = new Set([...container.parameters, object, ...staging.map(({ parameter }) => parameter)]);
    const unchecked = parameters.map(({ name }) => name).filter((name) => !places.has(name) && !NO_PLACE.has(name));
    expect(unchecked).toEqual([]);
  });

  it.each([
    ['databricks', { catalog: 'main', schema: 'sandbox', volume: 'main.sandbox.loads' }],
    ['redshift', { schema: 'sandbox', staging: 's3://reports/tests' }],
    ['redshift', { schema: 'sandbox', staging: 's3://reports/tests/ads/' }],
  ])('let a test run into %s whose rows wait in a place that they list', (connector, parameters) => {
    const key = {
      name: 'lake',
      properties: { test_places: 'sandbox, main.sandbox, main.sandbox.loads, s3://reports/tests' },
    };
    const upload = { name: 'ads', connector, parameters: { ...parameters, table: 'ads' } } as unknown as PlanUpload;
    expect(checkTestPlace(upload, null, key).object).toBe('ads');
  });
});
