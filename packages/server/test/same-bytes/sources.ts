/** The constant answers of the sources of the twenty flows. */

const NAMES = [
  'Zoë',
  'zoe',
  'Ångström',
  'ångström',
  'Straße',
  'STRASSE',
  '東京',
  '😀 smile',
  'مرحبا',
  'e\u0301',
  'é',
  '',
];
const REGIONS = ['north', 'south', 'east', 'west', null] as const;

/** A number from 0 to `limit - 1` that is pseudo-random by row and salt. */
function pick(row: number, salt: number, limit: number): number {
  let mixed = Math.imul(row + 1, 0x9e3779b1) ^ Math.imul(salt + 7, 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
  mixed = Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39);
  return ((mixed ^ (mixed >>> 15)) >>> 0) % limit;
}

const quoted = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
const two = (value: number): string => String(value).padStart(2, '0');
const day = (row: number): string => `2025-${two(1 + pick(row, 1, 12))}-${two(1 + pick(row, 2, 28))}`;

/** Rows of advertising: many equal sort keys, floats whose sum depends on the order of adding, nulls, texts of many scripts. */
function ads(rows: number): string {
  const lines = ['id,day,seen_at,site,name,clicks,cost,score,ok'];
  for (let row = 0; row < rows; row += 1) {
    const score = pick(row, 3, 9) === 0 ? '' : String((pick(row, 4, 1_000_003) / 7) * 10 ** (pick(row, 5, 9) - 4));
    lines.push(
      [
        pick(row, 6, rows),
        day(row),
        `${day(row)} ${two(pick(row, 7, 24))}:${two(pick(row, 8, 60))}:${two(pick(row, 9, 60))}`,
        `site ${pick(row, 10, 40)}`,
        quoted(NAMES[pick(row, 11, NAMES.length)] ?? ''),
        pick(row, 12, 50),
        (pick(row, 13, 2_000_000) / 10_000 - 100).toFixed(6),
        score,
        pick(row, 14, 2) === 0,
      ].join(','),
    );
  }
  return `${lines.join('\n')}\n`;
}

/** Fewer sites than the advertising has, and some of them twice. */
function sites(): string {
  const rows = Array.from({ length: 45 }, (_, row) => `site ${row % 36},${REGIONS[row % 5] ?? ''},${(row * 13) % 7}`);
  return `${['site,region,weight', ...rows].join('\n')}\n`;
}

function wide(): string {
  const rows = Array.from(
    { length: 3000 },
    (_, row) =>
      `${row % 700},${[1, 2, 3, 4].map((salt) => (pick(row, salt, 5) === 0 ? '' : pick(row, salt, 1000))).join(',')}`,
  );
  return `${['id,m_jan,m_feb,m_mar,m_apr', ...rows].join('\n')}\n`;
}

/** Records and lists, some empty, some missing. */
function nested(): string {
  return Array.from({ length: 5000 }, (_, row) =>
    JSON.stringify({
      id: row % 1900,
      owner: pick(row, 1, 7) === 0 ? null : { name: NAMES[pick(row, 2, NAMES.length)], rank: pick(row, 3, 5) },
      tags: Array.from({ length: pick(row, 4, 4) }, (_, index) => NAMES[pick(row, 5 + index, NAMES.length)]),
      doc: { b: pick(row, 9, 3), a: [row % 2, null, 'x'] },
    }),
  ).join('\n');
}

/** Bodies by the first part of a source's name. */
export const BODIES: ReadonlyMap<string, string> = new Map([
  ['ads', ads(20_000)],
  ['more', ads(9_000)],
  ['big', ads(300_000)],
  ['sites', sites()],
  ['wide', wide()],
  ['nested', nested()],
]);

/** Columns that a script declares of each source. */
export const COLUMNS: ReadonlyMap<string, string> = new Map([
  ...['ads', 'more', 'big'].map(
    (name) =>
      [
        name,
        'id: integer not null; day: date; seen_at: datetime("YYYY-MM-dd HH:mm:ss"); site: string; name: string; clicks: integer; cost: decimal(18, 6); score: float; ok: boolean;',
      ] as const,
  ),
  ['sites', 'site: string; region: string; weight: integer;'],
  ['wide', 'id: integer; m_jan: integer; m_feb: integer; m_mar: integer; m_apr: integer;'],
  ['nested', 'id: integer; owner: { name: string; rank: integer; }; tags: [string]; doc: json;'],
]);
