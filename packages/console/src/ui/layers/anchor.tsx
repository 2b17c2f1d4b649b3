import { type Ref, useLayoutEffect } from 'react';

type Props = { readonly element: HTMLElement; readonly anchorRef?: Ref<HTMLElement> };

/** Makes an element that other components render the target of a layer, whose `refProp` is `anchorRef`. */
export function Anchor({ element, anchorRef }: Props) {
  useLayoutEffect(() => {
    if (typeof anchorRef !== 'function') return;
    anchorRef(element);
    return () => void anchorRef(null);
  }, [element, anchorRef]);
  return null;
}
