import { LAYERS, PACKAGES } from '../checks/imports/import-rules.ts';

type Box = { readonly name: string; readonly x: number; readonly y: number };
type Stack = {
  readonly title: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  /** Lowest first. */
  readonly order: readonly (readonly string[])[];
};

const BOX = { width: 116, height: 34 };
const ROW_HEIGHT = 78;
/** Between the middles of neighbours in a row: wide enough that a line past a row meets no box. */
const COLUMN_WIDTH = 370;
const MIDDLE = 260;
const TOP = 40;
const STACKS = { left: 610, width: 150, roomsWidth: 425, gap: 40, rowHeight: 26 };

/** Draws the packages with the imports that they may have, and the layers inside them, from the rules of the check `imports`. */
export function housePicture(): string {
  const boxes = placePackages();
  const stacks = placeStacks();
  const width = Math.max(...stacks.map((stack) => stack.x + stack.width)) + 20;
  const height = Math.max(...boxes.map(({ y }) => y + BOX.height), ...stacks.map(bottomOf)) + 20;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="ui-sans-serif, sans-serif" font-size="13">`,
    '<title>The packages, and the layers of server and console</title>',
    '<style>rect{fill:#f6f8fa;stroke:#57606a}text{fill:#1f2328;text-anchor:middle}path{fill:none;stroke:#57606a}.head{fill:#57606a}',
    '@media(prefers-color-scheme:dark){rect{fill:#161b22;stroke:#8b949e}text{fill:#e6edf3}path{stroke:#8b949e}.head{fill:#8b949e}}</style>',
    '<defs><marker id="to" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path d="M0,0 L8,4 L0,8" /></marker></defs>',
    `<text class="head" x="${MIDDLE}" y="20">packages: an arrow means “imports”, also what is below</text>`,
    ...boxes.flatMap((from) =>
      directImports(from.name).map((name) => drawImport(from, boxOf(boxes, name), MIDDLE + COLUMN_WIDTH / 2)),
    ),
    ...boxes.map((box) => drawBox(box.name, box.x - BOX.width / 2, box.y, BOX.width, BOX.height)),
    ...stacks.map(drawStack),
    '</svg>',
    '',
  ].join('\n');
}

/** The layers of each package beside each other, and below the last of them the rooms of a layer. */
function placeStacks(): Stack[] {
  const layers = LAYERS.map(({ package: title, order }, index): Stack => {
    const x = STACKS.left + index * (STACKS.width + STACKS.gap);
    return { title, x, y: TOP, width: STACKS.width, order };
  });
  const last = layers.at(-1);
  if (last === undefined) return layers;
  let y = bottomOf(last) + TOP;
  const rooms = LAYERS.flatMap(({ package: name, rooms: inside = [] }) =>
    inside.map(({ layer, order }): Stack => {
      const stack = { title: `${name}/${layer}`, x: last.x, y, width: STACKS.roomsWidth, order };
      y = bottomOf(stack) + TOP;
      return stack;
    }),
  );
  return [...layers, ...rooms];
}

const bottomOf = ({ y, order }: Stack): number => y + order.length * STACKS.rowHeight;

/** Layers or rooms, the highest at the top; those of one row do not import each other. */
function drawStack({ title, x, y, width, order }: Stack): string {
  const rows = order.toReversed().flatMap((names, row) => {
    const each = width / names.length;
    return names.map((name, index) =>
      drawBox(name, x + index * each, y + row * STACKS.rowHeight, each, STACKS.rowHeight),
    );
  });
  return [`<text class="head" x="${x + width / 2}" y="${y - 12}">${title}: imports downwards</text>`, ...rows].join(
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
