import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Column } from '@switchboard/model/schema';
import type { Content, DeliveryRequest } from '../spec.ts';

const AD_COLUMNS: readonly Column[] = [
  { name: 'site', type: { kind: 'string' }, nullable: true },
  { name: 'clicks', type: { kind: 'integer' }, nullable: true },
  { name: 'revenue', type: { kind: 'decimal', precision: 18, scale: 6 }, nullable: true },
];

/** Writes a CSV result with a header into a folder. Each row is a record without its line end. */
export function buildContent(folder: string, header: string, rows: readonly string[]): Content {
  const text = [header, ...rows, ''].join('\n');
  const sha256 = createHash('sha256').update(text).digest('hex');
  const path = join(folder, `${sha256}.csv`);
  writeFileSync(path, text);
  return { format: 'csv', path, bytes: Buffer.byteLength(text), rows: rows.length, sha256 };
}

/** A delivery of one day's result of the upload ad_daily. */
export function buildDelivery(content: Content, overrides: Partial<DeliveryRequest> = {}): DeliveryRequest {
  return {
    accountId: 'a1',
    name: 'ad_daily',
    unitId: 'u1',
    attempt: 1,
    fence: 1,
    epoch: 0,
    purpose: 'production',
    parameters: {},
    mode: 'replace_date',
    key: null,
    reportDate: '2026-03-04',
    isSnapshot: false,
    columns: AD_COLUMNS,
    content,
    isCancelRequested: false,
    ...overrides,
  };
}
