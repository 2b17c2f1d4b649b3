import { createElement, type ElementType, type ReactElement } from 'react';
import { elementProps, type LayoutProps } from './layout-props.ts';

/** Children side by side. */
export function Row<As extends ElementType = 'div'>({ as, ...props }: LayoutProps<As>): ReactElement {
  return createElement(as ?? 'div', elementProps('row', props));
}

/** Children below each other. */
export function Stack<As extends ElementType = 'div'>({ as, ...props }: LayoutProps<As>): ReactElement {
  return createElement(as ?? 'div', elementProps('stack', props));
}

/** A block, whose children flow as they would without it. */
export function Box<As extends ElementType = 'div'>({ as, ...props }: LayoutProps<As>): ReactElement {
  return createElement(as ?? 'div', elementProps('box', props));
}

/** A text in one of the styles of the console. */
export function Text<As extends ElementType = 'span'>({ as, ...props }: LayoutProps<As>): ReactElement {
  return createElement(as ?? 'span', elementProps('box', props));
}
