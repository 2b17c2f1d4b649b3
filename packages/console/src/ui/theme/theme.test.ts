import { expect, it } from 'vitest';
import { theme } from './theme.ts';

it('"dropdown transition 350 ms"', { tags: 'spec:dropdown-transition' }, () => {
  for (const component of ['Menu', 'Popover'] as const)
    expect(theme.components?.[component]?.defaultProps, component).toMatchObject({
      transitionProps: { duration: 350 },
    });
});
