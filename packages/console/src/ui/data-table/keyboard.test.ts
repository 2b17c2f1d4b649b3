import { expect, it } from 'vitest';
import { gridCommand } from './keyboard.ts';

const at = { index: 5, count: 20, page: 10 };

it('moves between rows and stops at the ends', () => {
  expect(gridCommand('ArrowDown', at)).toEqual({ do: 'focus', index: 6 });
  expect(gridCommand('k', at)).toEqual({ do: 'focus', index: 4 });
  expect(gridCommand('PageDown', at)).toEqual({ do: 'focus', index: 15 });
  expect(gridCommand('PageUp', at)).toEqual({ do: 'focus', index: 0 });
  expect(gridCommand('End', at)).toEqual({ do: 'focus', index: 19 });
  expect(gridCommand('ArrowDown', { ...at, index: 19 })).toEqual({ do: 'focus', index: 19 });
});

it('maps keys to open, expand and menu', () => {
  expect(gridCommand('Enter', at)).toEqual({ do: 'open' });
  expect(gridCommand(' ', at)).toEqual({ do: 'toggle' });
  expect(gridCommand('ArrowRight', at)).toEqual({ do: 'expand' });
  expect(gridCommand('ArrowLeft', at)).toEqual({ do: 'collapse' });
  expect(gridCommand('m', at)).toEqual({ do: 'menu' });
  expect(gridCommand('x', at)).toBeNull();
});
