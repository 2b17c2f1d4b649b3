import { Tooltip } from '@mantine/core';
import '../theme/mantine-layer-styles.ts';

/** An open tooltip of an element that other components render. */
export function Tip({ element, text }: { readonly element: HTMLElement; readonly text: string }) {
  return <Tooltip opened target={element} label={text} />;
}
