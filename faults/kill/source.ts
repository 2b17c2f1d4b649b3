import { gzipSync } from 'node:zlib';
import { type SourceServer, startSourceServer } from '@switchboard/server/testing';

const ROWS = 300;
const DIRTY_EACH = 50;
/** Rows below this number are in the report of every day, the others only in that of their own day. */
const EVERY_DAY = 150;

/** All rows of a day's report, always the same. `dirty`: its number of clicks is not a number. */
export function rowsOf(day: string) {
  const dayNumber = Date.parse(`${day}T00:00:00Z`) / 86_400_000;
  return Array.from({ length: ROWS }, (_, index) => ({
    day,
    id: index < EVERY_DAY ? index : dayNumber * 1_000 + index,
    site: `site ${index % 7}`,
    clicks: (index * 31 + dayNumber) % 97,
    dirty: (index + dayNumber) % DIRTY_EACH === 0,
  }));
}

/** The report of a day. */
export function reportOf(day: string): string {
  const lines = rowsOf(day).map(({ id, site, clicks, dirty }) => `${day},${id},${site},${dirty ? 'many' : clicks}`);
  return ['day,id,site,clicks', ...lines, ''].join('\n');
}

/** A provider with a packed report of every day under `/ads/`, and nothing else. It outlives the program, as providers do. */
export function startSource(): Promise<SourceServer> {
  return startSourceServer((request, response) => {
    const day = /^\/ads\/(\d{4}-\d\d-\d\d)\.csv\.gz$/.exec(request.url ?? '')?.[1];
    if (day === undefined) response.writeHead(404).end('no such report');
    else response.writeHead(200, { 'content-type': 'application/gzip' }).end(gzipSync(reportOf(day)));
  });
}
