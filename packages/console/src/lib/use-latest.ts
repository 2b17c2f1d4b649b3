import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * A value for functions that outlive a render: listeners and timers. It changes with the render that shows it, since a key may come
 * before the effects of that render.
 */
export function useLatest<Value>(value: Value): Readonly<RefObject<Value>> {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return latest;
}
