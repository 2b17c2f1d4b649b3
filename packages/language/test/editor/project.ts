import type { Catalog } from '@switchboard/model/catalog';
import type { Place } from '../../src/editor/place.ts';
import { offsetOf } from '../../src/editor/positions.ts';
import { linesOf } from '../../src/text/lines.ts';
import { Workspace } from '../../src/workspace.ts';
import { CATALOG } from '../catalog.ts';

/** A small project of four files in which columns go through `*`, joins, unions, upserts and patterns. */
export const PROJECT: Readonly<Record<string, string>> = {
  'ads/sources.sbs': `download ads from { type: "web"; url: "https://example.com/{YYYY}"; } using {
    date: date;
    site: string not null;
    "Ad unit": string as unit;
    m_clicks: integer;
    m_cost: decimal(18, 2);
};
download ads_old from { type: "folder"; pattern: "old/*.csv"; } using { date: date; site: string; m_clicks: integer; };
`,
  'ads/sites.sbs': `download bundle books from { type: "folder"; pattern: "*.zip"; } using {
    table sites from { member: "sites.csv"; } using { site: string; owner: string; };
    table owners using { owner: string; "group": string; };
};
`,
  'tables.sbs': `table everything is union ads, ads_old;
table daily is
    select date, e.site, sum(m_clicks) as clicks, max(unit) as unit
    from everything as e
    where site != 'x'
    having clicks > 1
    order by clicks desc;
table owned is
    select * except (owner) replace (upper(site) as site)
    from daily join sites using (site);
table latest is upsert daily by site order by date desc;
table totals is select site, sum(columns("^m_")) from ads;
table long is unpivot totals on columns("^m_") into measure, amount;
`,
  'out.sbs': `upload owned to { type: "disk"; path: "owned.csv"; };
upload latest as newest to { type: "sql"; key: "warehouse"; table: "latest"; mode: "upsert"; key_columns: ["site"]; };
upload long to { type: "disk"; path: "long.csv"; };
upload everything to { type: "disk"; path: "all.csv"; };
upload owners to { type: "disk"; path: "owners.csv"; };
`,
};

export function workspaceOf(files: Readonly<Record<string, string>> = PROJECT, catalog: Catalog = CATALOG): Workspace {
  const workspace = new Workspace(catalog);
  for (const [path, text] of Object.entries(files)) workspace.set(path, text);
  return workspace;
}

/** The offset of the n-th time (from 1) that a piece stands in a file. */
export function offsetIn(workspace: Workspace, path: string, piece: string, time = 1): number {
  const text = workspace.text(path) ?? '';
  let at = -1;
  for (let count = 0; count < time; count += 1) at = text.indexOf(piece, at + 1);
  if (at < 0) throw new Error(`${piece} does not stand ${time} times in ${path}`);
  return at;
}

/** Places as `path:line text`. */
export function shownPlaces(workspace: Workspace, places: readonly Place[]): string[] {
  return places.map(({ path, range }) => {
    const text = workspace.text(path) ?? '';
    const lines = linesOf(text);
    return `${path}:${range.start.line + 1} ${text.slice(offsetOf(range.start, lines), offsetOf(range.end, lines))}`;
  });
}
