import { sampleCells } from '@switchboard/model/testing/sample-cells';
import { beforeAll, expect, test } from 'vitest';
import { compile } from '../src/index.ts';
import { CATALOG } from './catalog.ts';
import { createSources, type Database, openDatabase } from './open-database.ts';

const HOUR = 3_600_000;
const WEEK = 7 * 24 * HOUR;
/** Data of earlier years differs between releases of the zone data. */
const FROM = Date.UTC(1980, 0, 1);
const TO = Date.UTC(2030, 0, 1);

const ZONES = [
  ...['Europe/Paris', 'Europe/London', 'Europe/Dublin', 'Europe/Istanbul', 'Europe/Moscow', 'Europe/Lisbon'],
  ...['America/New_York', 'America/Los_Angeles', 'America/Sao_Paulo', 'America/St_Johns', 'America/Caracas'],
  ...['Asia/Kolkata', 'Asia/Kathmandu', 'Asia/Tehran', 'Asia/Pyongyang', 'Asia/Tokyo', 'Asia/Gaza'],
  ...['Africa/Cairo', 'Africa/Casablanca', 'Africa/Johannesburg', 'Antarctica/Troll'],
  ...['Australia/Lord_Howe', 'Australia/Sydney', 'Pacific/Apia', 'Pacific/Chatham', 'Pacific/Kiritimati', 'UTC'],
];

/** The offset of a zone at a UTC instant by the platform's own zone data, in milliseconds. */
function offsetsOf(zone: string): (instant: number) => number {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
  return (instant) => Date.parse(`${format.format(instant).replace(' ', 'T')}Z`) - instant;
}

/** The UTC instants at which the offset of a zone changes. */
function changesOf(offset: (instant: number) => number): number[] {
  const changes: number[] = [];
  for (let start = FROM; start < TO; start += WEEK) {
    if (offset(start) === offset(start + WEEK)) continue;
    let [low, high] = [start, start + WEEK];
    while (high - low > 1000) {
      const middle = Math.floor((low + high) / 2000) * 1000;
      if (offset(middle) === offset(low)) low = middle;
      else high = middle;
    }
    changes.push(high);
  }
  return changes;
}

/** The later instant of a wall-clock time; of one that is skipped, the instant by the offset before the change. */
function expectedUtc(wall: number, offset: (instant: number) => number): number {
  const [before, after] = [offset(wall - 15 * HOUR), offset(wall + 13 * HOUR)];
  const valid = [wall - before, wall - after].filter((instant) => instant + offset(instant) === wall);
  return valid.length > 0 ? Math.max(...valid) : wall - before;
}

let database: Database;
beforeAll(async () => {
  database = await openDatabase();
});

test.each(sampleCells(ZONES, 4))('to_utc in %s agrees with the zone data of the platform', async (zone) => {
  const offset = offsetsOf(zone);
  const walls: number[] = [];
  for (const change of changesOf(offset))
    for (const base of [change + offset(change - 1000), change + offset(change)])
      for (const minutes of [-121, -60, -30, -1, 0, 1, 15, 30, 59, 60, 121]) walls.push(base + minutes * 60_000);
  for (let wall = FROM; wall < TO; wall += 37 * 24 * HOUR + 5_431_000) walls.push(wall);
  const text = `download d from { type: "web"; url: "https://example.com/d"; } using { at: datetime; };
    table t is select at, to_utc(at, '${zone}') as utc, to_timezone(to_utc(at, '${zone}'), '${zone}') as again from d;`;
  const { plan, messages } = compile([{ path: 'a.sbs', text }], CATALOG);
  expect(messages.filter(({ type }) => type === 'error')).toEqual([]);
  if (!plan) throw new Error('There is no plan.');
  const at = walls.map((wall) => `make_timestamp(${wall * 1000})`).join(', ');
  await createSources(database, plan, { d: `SELECT unnest([${at}]) AS "at"` });
  const rows = await database.run(
    `SELECT epoch_ms("at")::VARCHAR AS "at", epoch_ms(utc)::VARCHAR AS utc, epoch_ms(again)::VARCHAR AS again FROM (${plan.tables[0]?.sql.duckdb})`,
  );
  const wrong = rows.filter((row) => Number(row.utc) !== expectedUtc(Number(row.at), offset));
  expect(wrong.slice(0, 5)).toEqual([]);
  const skipped = rows.filter((row) => row.at !== row.again);
  for (const row of skipped) expect(Number(row.again)).toBeGreaterThan(Number(row.at));
  expect(rows.length).toBeGreaterThan(450);
});
