import { LAYERS, type LayerRule, PACKAGES } from '../checks/imports/import-rules.ts';

type Box = { readonly name: string; readonly x: number; readonly y: number };

const BOX = { width: 116, height: 34 };
const ROW_HEIGHT = 78;
/** Between the middles of neighbours in a row: wide enough that a line past a row meets no box. */
const COLUMN_WIDTH = 370;
const MIDDLE = 260;
const TOP = 40;
const STACK = { left: 610, width: 150, gap: 40, rowHeight: 26 };

/** Draws the packages with the imports that they may have, and the layers inside them, from the rules of the check `imports`. */
export function housePicture(): string {
  const boxes = placePackages();
  const stacks = LAYERS.map((rule, index) => drawStack(rule, STACK.left + index * (STACK.width + STACK.gap)));
  const width = STACK.left + LAYERS.length * (STACK.width + STACK.gap);
  const bottoms = [
    ...boxes.map(({ y }) => y + BOX.height),
    ...LAYERS.map(({ order }) => TOP + order.length * STACK.rowHeight),
  ];
  const height = Math.max(...bottoms) + 20;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="ui-sans-serif, sans-serif" font-size="13">`,
    '<title>The packages and the layers of server and console</title>',
    '<style>rect{fill:#f6f8fa;stroke:#57606a}text{fill:#1f2328;text-anchor:middle}path{fill:none;stroke:#57606a}.head{fill:#57606a}',
    '@media(prefers-color-scheme:dark){rect{fill:#161b22;stroke:#8b949e}text{fill:#e6edf3}path{stroke:#8b949e}.head{fill:#8b949e}}</style>',
    '<defs><marker id="to" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path d="M0,0 L8,4 L0,8" /></marker></defs>',
    `<text class="head" x="${MIDDLE}" y="20">packages: an arrow means “imports”, also what is below</text>`,
    ...boxes.flatMap((from) =>
      directImports(from.name).map((name) => drawImport(from, boxOf(boxes, name), MIDDLE + COLUMN_WIDTH / 2)),
    ),
    ...boxes.map((box) => drawBox(box.name, box.x - BOX.width / 2, box.y, BOX.width, BOX.height)),
    ...stacks,
    '</svg>',
    '',
  ].join('\n');
}

/** The layers of a package, the highest at the top. */
function drawStack({ package: name, order }: LayerRule, left: number): string {
  const rows = order.toReversed().map((layers, row) => {
    const width = STACK.width / layers.length;
    const y = TOP + row * STACK.rowHeight;
    return layers.map((layer, index) => drawBox(layer, left + index * width, y, width, STACK.rowHeight)).join('\n');
  });
  return [`<text class="head" x="${left + STACK.width / 2}" y="20">${name}: imports downwards</text>`, ...rows].join(
    '\n',
  );
}

const drawBox = (name: string, x: number, y: number, width: number, height: number): string =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" /><text x="${x + width / 2}" y="${y + height / 2 + 5}">${name}</text>`;

/** A straight arrow; around the right side where several rows lie between. @param right the middle of the last column */
function drawImport(from: Box, to: Box, right: number): string {
  const edge = right + BOX.width / 2;
  const isFar = to.y - from.y > 2 * ROW_HEIGHT;
  const path = isFar
    ? `M${from.x + BOX.width / 2},${from.y + BOX.height / 2} H${edge + 20} V${to.y + BOX.height / 2} H${to.x + BOX.width / 2}`
    : `M${from.x},${from.y + BOX.height} L${to.x},${to.y}`;
  return `<path d="${path}" marker-end="url(#to)" />`;
}

/** Packages in rows: each stands above all that it imports. Those of a row stand above their imports as far as possible. */
function placePackages(): Box[] {
  const names = Object.keys(PACKAGES);
  const rows = Map.groupBy(names, heightOf);
  const highest = Math.max(...rows.keys());
  const placed: Box[] = [];
  for (let height = 0; height <= highest; height += 1) {
    const row = rows.get(height) ?? [];
    const xOf = (name: string): number => {
      const below = directImports(name).flatMap((other) => placed.find((box) => box.name === other)?.x ?? []);
      return below.reduce((sum, x) => sum + x, 0) / Math.max(below.length, 1);
    };
    const sorted = height === 0 ? row : row.toSorted((a, b) => xOf(a) - xOf(b));
    for (const [index, name] of sorted.entries())
      placed.push({
        name,
        x: MIDDLE + (index - (row.length - 1) / 2) * COLUMN_WIDTH,
        y: TOP + (highest - height) * ROW_HEIGHT,
      });
  }
  return placed;
}

/** Rows between a package and the lowest. */
const heightOf = (name: string): number =>
  Math.max(0, ...(PACKAGES[name]?.ours ?? []).map((other) => heightOf(other) + 1));

/** Imports that follow from no other: cli imports server, and by that what server imports. */
function directImports(name: string): readonly string[] {
  const ours = PACKAGES[name]?.ours ?? [];
  return ours.filter((other) => !ours.some((between) => between !== other && reaches(between, other)));
}

const reaches = (from: string, to: string): boolean =>
  (PACKAGES[from]?.ours ?? []).some((other) => other === to || reaches(other, to));

function boxOf(boxes: readonly Box[], name: string): Box {
  const box = boxes.find((candidate) => candidate.name === name);
  if (box === undefined) throw new Error(`import-rules.ts allows an import of ${name}, which is not a package.`);
  return box;
}
