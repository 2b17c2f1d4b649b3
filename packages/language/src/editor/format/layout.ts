/** A document to print. A group stays on one line if it fits, else each of its own `line`s becomes a line break. */
export type Layout =
  | string
  | readonly Layout[]
  | { readonly kind: 'group'; readonly content: Layout; readonly broken: boolean }
  | { readonly kind: 'nest'; readonly content: Layout }
  /** `flat` replaces the break in a group that fits on one line; `blank` keeps an empty line. */
  | { readonly kind: 'line'; readonly flat: string; readonly blank: boolean }
  /** A break in any case; groups around it are broken. */
  | { readonly kind: 'break'; readonly blank: boolean };

export function group(content: Layout, broken = false): Layout {
  return { kind: 'group', content, broken: broken || breaks(content) };
}

export function nest(content: Layout): Layout {
  return { kind: 'nest', content };
}

export function line(flat = ' ', blank = false): Layout {
  return { kind: 'line', flat, blank };
}

/** Whether a layout contains a forced line break. */
function breaks(layout: Layout): boolean {
  if (typeof layout === 'string') return layout.includes('\n');
  if (!('kind' in layout)) return layout.some(breaks);
  if (layout.kind === 'break') return true;
  if (layout.kind === 'group') return layout.broken;
  return layout.kind === 'nest' && breaks(layout.content);
}

type Pending = { readonly layout: Layout; readonly indent: number; readonly flat: boolean };

/** Whether a group and what follows it up to the next possible break fit into the rest of the line. */
function fits(first: Pending, following: readonly Pending[], room: number): boolean {
  const stack: Pending[] = [first];
  let next = following.length - 1;
  let left = room;
  while (left >= 0) {
    let pending = stack.pop();
    if (pending === undefined) {
      pending = following[next];
      next -= 1;
      if (pending === undefined) return true;
    }
    const { layout, flat } = pending;
    if (typeof layout === 'string') left -= layout.length;
    else if (!('kind' in layout)) for (const each of layout.toReversed()) stack.push({ ...pending, layout: each });
    else if (layout.kind === 'break') return true;
    else if (layout.kind === 'line') {
      if (!flat) return true;
      left -= layout.flat.length;
    } else
      stack.push({ ...pending, layout: layout.content, flat: layout.kind === 'group' ? flat && !layout.broken : flat });
  }
  return false;
}

/** The text of a layout, in lines of at most `width` characters where that can be. */
export function print(layout: Layout, width: number, indentation: string): string {
  const stack: Pending[] = [{ layout, indent: 0, flat: false }];
  const out: string[] = [];
  let column = 0;
  const write = (text: string): void => {
    out.push(text);
    const newline = text.lastIndexOf('\n');
    column = newline < 0 ? column + text.length : text.length - newline - 1;
  };
  for (let pending = stack.pop(); pending; pending = stack.pop()) {
    const { layout: each, indent, flat } = pending;
    if (typeof each === 'string') write(each);
    else if (!('kind' in each)) for (const inner of each.toReversed()) stack.push({ ...pending, layout: inner });
    else if (each.kind === 'nest') stack.push({ ...pending, layout: each.content, indent: indent + 1 });
    else if (each.kind === 'group') {
      const inner = { layout: each.content, indent, flat: true };
      stack.push({ ...inner, flat: !each.broken && fits(inner, stack, width - column) });
    } else if (each.kind === 'line' && flat) write(each.flat);
    else write(`${each.blank ? '\n' : ''}\n${indentation.repeat(indent)}`);
  }
  return out.join('').replace(/[ \t]+$/gm, '');
}
