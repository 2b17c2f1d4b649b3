import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Fault } from '@switchboard/model/faults';
import type { Column } from '@switchboard/model/schema';
import { useFolder } from '@switchboard/model/testing/use-folder';
import { createEgress } from '../network/egress.ts';
import type { Content, Delivered, DeliveryContext, DeliveryRequest, DestinationConnector } from '../spec.ts';
import { buildContext } from './context.ts';
import { buildContent, buildDelivery } from './delivery.ts';

type ContextPart = 'fault' | 'signal' | 'pause' | 'now' | 'egress' | 'beforeCommit' | 'partBytes' | 'folders';

/** Parts of a request and its context that differ from those of `buildDelivery` and `buildContext`. */
export type DeliveryOverrides = Partial<DeliveryRequest> &
  Partial<Pick<DeliveryContext, ContextPart>> & {
    /** Longest silence of the other side, in milliseconds. */
    readonly stallTimeoutMs?: number;
  };

export type Deliver = (content: Content, overrides?: DeliveryOverrides) => Promise<Delivered>;

/** Rows with null, an empty text, a comma, a quote and a line break. */
export const EXACT_ROWS = ['a,1,2.500000', 'b,,', '"",3,"1.5"', '"x ""y""\nz",4,0'] as const;

/** Columns of rows that bring their date. */
export const DATED_COLUMNS: readonly Column[] = [
  { name: 'site', type: { kind: 'string' }, nullable: true },
  { name: 'report_date', type: { kind: 'date' }, nullable: true },
];

/**
 * Results of a test file, and their delivery to its destination.
 * @param defaults asked for each delivery, since a test has a place of its own
 * @param monday the rows of the first result
 */
export function useDeliveries(
  destination: DestinationConnector,
  defaults: () => DeliveryOverrides,
  monday: readonly string[] = ['a,1,2.5', 'b,2,'],
) {
  const folder = useFolder('deliveries');
  const content = (...rows: readonly string[]): Content => buildContent(folder, 'site,clicks,revenue', rows);
  const deliver: Deliver = (result, overrides = {}) => {
    const { fault, signal, pause, now, egress, beforeCommit, partBytes, folders, stallTimeoutMs, ...request } = {
      ...defaults(),
      ...overrides,
    };
    const given = { fault, signal, pause, now, egress, beforeCommit, partBytes, folders };
    const ofContext = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
    const patience =
      stallTimeoutMs === undefined
        ? {}
        : { egress: createEgress({ allowPrivate: ['127.0.0.1'], stallTimeoutMs, now: Date.now }) };
    return destination.deliver(buildDelivery(result, request), buildContext({ ...patience, ...ofContext }));
  };
  return { folder, content, monday: content(...monday), tuesday: content('c,3,1'), deliver };
}

/** A result of one long row that no packing shortens. `bytes`: half of its length. */
export function buildLongContent(folder: string, bytes: number): Content {
  const text = `site\n${randomBytes(bytes).toString('hex')}\n`;
  const sha256 = createHash('sha256').update(text).digest('hex');
  const path = join(folder, 'long.csv');
  writeFileSync(path, text);
  return { format: 'csv', path, bytes: text.length, rows: 1, sha256 };
}

export const textOf = ({ path }: Content): string => readFileSync(path, 'utf8');

/** A fault that does something when everything is ready to be committed. */
export const beforeCommit =
  (work: () => unknown): Fault =>
  async (point) => {
    if (point === 'before-commit') await work();
  };

/** Counts the requests that a server was asked, since it was last asked for them. */
export const countAsked =
  (server: () => { asked(): readonly string[] }) =>
  (pattern: RegExp): number =>
    server()
      .asked()
      .filter((line) => pattern.test(line)).length;
