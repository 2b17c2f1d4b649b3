import type { Column, ColumnType } from '@switchboard/model/schema';
import { useFolder } from '@switchboard/model/testing/use-folder';
import { expect, it } from 'vitest';
import { buildContent, buildDelivery } from '../../testing/delivery.ts';
import { convert } from './conversions.ts';
import { sliceRecords } from './send-rows.ts';
import {
  checkStage,
  createStage,
  createTable,
  dropStage,
  insertRows,
  isPartitionedByDay,
  readLoads,
  showStage,
} from './statements.ts';
import { readTarget } from './target.ts';

const content = buildContent(useFolder('clickhouse-statements'), 'site', ['a']);
const COLUMNS: readonly Column[] = [
  { name: 'site`s', type: { kind: 'string' }, nullable: true },
  { name: 'spent', type: { kind: 'decimal', precision: 18, scale: 6 }, nullable: false },
  { name: 'at', type: { kind: 'datetime' }, nullable: true },
];
const target = readTarget(buildDelivery(content, { parameters: { table: 'daily' }, columns: COLUMNS }), 'marts');
const ID = target.ledgerId;

it('creates a table with a partition for each day and a hidden column, and a stage like it', () => {
  expect(createTable(target, 'replace_date', COLUMNS)).toBe(
    "CREATE TABLE IF NOT EXISTS `marts`.`daily` (`site\\`s` Nullable(String), `spent` Decimal(18, 6), `at` Nullable(DateTime64(6, 'UTC')), `report_date` Date32, `_switchboard_load` LowCardinality(String) MATERIALIZED '') ENGINE = MergeTree PARTITION BY `report_date` ORDER BY tuple()",
  );
  expect(createStage(target, 'stage')).toBe('CREATE TABLE IF NOT EXISTS `marts`.`stage` AS `marts`.`daily`');
  expect(dropStage(target, 'stage')).toBe('DROP TABLE IF EXISTS `marts`.`stage` SYNC');
});

it('reads rows into the stage, and compares each value that the server would change without a word', () => {
  const known = new Map([
    ['site`s', 'LowCardinality(Nullable(String))'],
    ['spent', 'Decimal(9, 2)'],
    ['at', 'DateTime'],
    ['report_date', 'Date'],
  ]);
  const load = { stage: 'stage', tag: `${ID}:0:1:hash`, reportDate: '2026-03-04' };
  expect(insertRows(target, COLUMNS, known, load)).toBe(
    [
      'INSERT INTO `marts`.`stage` (`site\\`s`, `spent`, `at`, `report_date`, `_switchboard_load`)',
      "SELECT accurateCast(c0, 'LowCardinality(Nullable(String))'), accurateCast(c1, 'Decimal(9, 2)'), accurateCast(accurateCast(c2, 'Nullable(DateTime64(6, \\'UTC\\'))'), 'DateTime'), CAST(toDate32('2026-03-04'), 'Date'),",
      `'${ID}:0:1:hash'`,
      "FROM input('c0 Nullable(String), c1 Nullable(Decimal(18, 6)), c2 Nullable(String)')",
      "WHERE NOT throwIf(ifNull(accurateCast(c1, 'Decimal(9, 2)') != c1, 0), 'column spent cannot hold a value exactly') AND NOT throwIf(ifNull(accurateCast(accurateCast(c2, 'Nullable(DateTime64(6, \\'UTC\\'))'), 'DateTime') != accurateCast(c2, 'Nullable(DateTime64(6, \\'UTC\\'))') OR substring(toString(accurateCast(c2, 'Nullable(DateTime64(6, \\'UTC\\'))')), 1, 19) != substring(c2, 1, 19), 0), 'column at cannot hold a value exactly')",
      'FORMAT CSV',
    ].join(' '),
  );
});

it('makes the stage visible by one statement in every mode', () => {
  const show = (mode: string): string => showStage(target, mode, 'stage', '20260304');
  expect(show('replace_date')).toBe("ALTER TABLE `marts`.`daily` REPLACE PARTITION ID '20260304' FROM `marts`.`stage`");
  expect(show('append')).toBe("ALTER TABLE `marts`.`daily` ATTACH PARTITION ID '20260304' FROM `marts`.`stage`");
  expect(show('truncate')).toBe('EXCHANGE TABLES `marts`.`daily` AND `marts`.`stage`');
});

it('counts what was staged, and reads what the rows say of themselves', () => {
  expect(checkStage(target, 'stage', "`report_date` = toDate32('2026-03-04')")).toBe(
    "SELECT toString(count()), toString(countIf(NOT ifNull(`report_date` = toDate32('2026-03-04'), 0))), toString(uniqExact(_partition_id)), toString(any(_partition_id)) FROM `marts`.`stage`",
  );
  expect(readLoads(target, null)).toBe(
    `SELECT DISTINCT toString(\`_switchboard_load\`) FROM \`marts\`.\`daily\` WHERE startsWith(\`_switchboard_load\`, '${ID}:')`,
  );
});

it.each([
  ['report_date', 'Date', true],
  ['`report_date`', 'Date32', true],
  ['(report_date)', 'String', true],
  ['tuple(report_date)', 'Date', true],
  ['toYYYYMMDD(report_date)', 'DateTime', true],
  ['toDate(`report_date`)', "DateTime64(3, 'UTC')", true],
  ['report_date', 'DateTime', false],
  ['toYYYYMM(report_date)', 'Date', false],
  ['(report_date, site)', 'Date', false],
  ['', 'Date', false],
])('takes the partition key %j over a column of type %s for one of days: %s', (key, type, isDay) => {
  expect(isPartitionedByDay(key, 'report_date', type)).toBe(isDay);
});

it.each<[ColumnType['kind'], string, boolean]>([
  ['integer', 'UInt8', true],
  ['integer', 'Date', false],
  ['decimal', 'Float64', true],
  ['decimal', 'Date', false],
  ['float', 'Float32', true],
  ['float', 'Decimal(18, 6)', false],
  ['boolean', 'UInt8', true],
  ['boolean', 'Float64', false],
  ['date', 'Date', true],
  ['date', 'DateTime', false],
  ['datetime', 'DateTime', true],
  ['datetime', 'Date', false],
  ['string', "Enum8('a' = 1)", true],
  ['list', 'String', true],
  ['list', 'Array(String)', false],
  ['json', 'JSON', false],
])('brings %s values into %s: %s', (kind, type, isTaken) => {
  const of = { kind, precision: 18, scale: 6, element: { kind: 'string' }, fields: [] } as unknown as ColumnType;
  expect(convert(of, 'c0', type) !== null).toBe(isTaken);
});

it('cuts CSV into pieces of whole records, whatever the chunks and line ends within quotes', async () => {
  const csv = 'a,"x\n""y""\nz"\nb,\nc,"1\n2"\n';
  const chunks = (size: number) =>
    (async function* () {
      for (let at = 0; at < csv.length; at += size) yield Buffer.from(csv.slice(at, at + size));
    })();
  for (const size of [1, 3, 7, 100]) {
    const pieces: string[] = [];
    for await (const piece of sliceRecords(chunks(size), 4)) pieces.push(piece.toString());
    expect(pieces.join('')).toBe(csv);
    for (const piece of pieces) expect(piece).toMatch(/^[abc],(?:"(?:[^"]|"")*")?\n(?:[bc],(?:"(?:[^"]|"")*")?\n)*$/);
  }
});
