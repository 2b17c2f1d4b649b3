import { sampleCells } from '@switchboard/model/testing/sample-cells';
import { expect, it } from 'vitest';
import { FLOWS } from './same-bytes/flows.ts';
import { proveFlows } from './same-bytes/prove-flows.ts';

it('twenty flows are compared', () => {
  expect([FLOWS.length, new Set(FLOWS.map((flow) => flow.name)).size]).toEqual([20, 20]);
});

proveFlows(sampleCells(FLOWS, 7));
