import type { ComponentPropsWithRef, ElementType } from 'react';
import styles from './layout.module.css';

/** A step of the 4 px grid: `--space-…` of tokens.css. */
export type Space = 0 | 'half' | 1 | 2 | 3 | 4 | 5 | 6 | 8 | 12;

/** A length of tokens.css, without its dashes. */
export const LENGTHS = [
  'badge',
  'card',
  'control',
  'empty-height',
  'menu-height',
  'menu-width',
  'message-width',
  'nav-item',
  'picker-height',
  'picker-width',
  'related-height',
  'row',
  'search-width',
  'touch',
] as const;
type Length = 0 | 'full' | (typeof LENGTHS)[number];

/** Layout and text style of an element. A class of the element overrides any of them. */
type Style = {
  /** Between children: of rows and columns, or of each. */
  readonly gap?: Space | readonly [rows: Space, columns: Space] | undefined;
  /** As in CSS: of all sides, or of up to four. */
  readonly padding?: Space | readonly Space[] | undefined;
  readonly paddingInline?: Space | undefined;
  readonly paddingBlock?: Space | undefined;
  readonly width?: Length | undefined;
  readonly minWidth?: Length | undefined;
  readonly maxWidth?: Length | undefined;
  readonly height?: Length | undefined;
  readonly minHeight?: Length | undefined;
  readonly maxHeight?: Length | undefined;

  readonly align?: 'start' | 'center' | 'end' | 'baseline' | undefined;
  readonly justify?: 'center' | 'end' | 'between' | undefined;
  readonly wrap?: boolean | undefined;
  /** As wide as its content, within a line of text. */
  readonly inline?: boolean | undefined;
  readonly flex?: 1 | 'none' | undefined;
  /** At the end of its row, whatever is before it. */
  readonly atEnd?: boolean | undefined;
  readonly overflow?: 'auto' | 'hidden' | undefined;
  readonly overflowY?: 'auto' | undefined;
  /** A hairline around it, with round corners. */
  readonly frame?: 'normal' | 'large' | undefined;
  readonly background?: 'plain' | 'soft' | 'strong' | undefined;

  readonly size?: 'tiny' | 'small' | 'body' | 'large' | 'title' | undefined;
  readonly tone?: Tone | undefined;
  readonly weight?: 'normal' | 'medium' | 'strong' | undefined;
  readonly mono?: boolean | undefined;
  /** Digits of the same width. */
  readonly tabular?: boolean | undefined;
  /** In one line, cut with an ellipsis. */
  readonly truncate?: boolean | undefined;
  /** In one line. */
  readonly nowrap?: boolean | undefined;
  /** Long words break where they must. */
  readonly breakWords?: boolean | undefined;
  /** Whether a link is never underlined, or only while it is pointed at. */
  readonly underline?: 'none' | 'hover' | undefined;
};

export type Tone = 'text' | 'dim' | 'faint' | 'accent' | 'working' | 'completed' | 'warning' | 'error' | 'inactive';

/** Props of a layout element, and those of the tag or component that it renders. */
export type LayoutProps<As extends ElementType> = Style & { readonly as?: As | undefined } & Omit<
    ComponentPropsWithRef<As>,
    keyof Style | 'as'
  >;

const spaceOf = (space: Space): string => (space === 0 ? '0' : `var(--space-${space})`);
const spacesOf = (value: unknown): string => [value as Space | readonly Space[]].flat().map(spaceOf).join(' ');

function lengthOf(value: unknown): string {
  if (value === 'full') return '100%';
  return value === 0 ? '0' : `var(--${value as string})`;
}

/** Styles whose values are too many for classes: the class reads a custom property of its name. */
const MEASURES: Readonly<Record<string, (value: unknown) => string>> = {
  gap: spacesOf,
  padding: spacesOf,
  paddingInline: spacesOf,
  paddingBlock: spacesOf,
  width: lengthOf,
  minWidth: lengthOf,
  maxWidth: lengthOf,
  height: lengthOf,
  minHeight: lengthOf,
  maxHeight: lengthOf,
} satisfies Partial<Record<keyof Style, unknown>>;

/** Styles with a class for each value. */
const CHOICES: ReadonlySet<string> = new Set<keyof Style>([
  'align',
  'justify',
  'wrap',
  'inline',
  'flex',
  'atEnd',
  'overflow',
  'overflowY',
  'frame',
  'background',
  'size',
  'tone',
  'weight',
  'mono',
  'tabular',
  'truncate',
  'nowrap',
  'breakWords',
  'underline',
]);

/** Translates styles into classes and custom properties, and passes on all other props. */
export function elementProps(kind: 'box' | 'row' | 'stack', props: object): Record<string, unknown> {
  const { className, style, ...given } = props as Record<string, unknown>;
  const classes = [styles['box'], kind === 'box' ? undefined : styles[kind]];
  const measures: Record<string, unknown> = {};
  const rest: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(given)) {
    const measure = MEASURES[name];
    if (measure === undefined && !CHOICES.has(name)) rest[name] = value;
    else if (value === undefined || value === false) continue;
    else if (measure === undefined) classes.push(styles[value === true ? name : `${name}-${value as string | number}`]);
    else {
      classes.push(styles[name]);
      measures[`--${name}`] = measure(value);
    }
  }
  const all = [...classes, className].filter((one): one is string => typeof one === 'string');
  return { ...rest, className: all.join(' '), style: Object.assign(measures, style) };
}
