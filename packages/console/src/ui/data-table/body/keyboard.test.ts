import { expect, it } from 'vitest';
import { gridCommand, pageAround } from './keyboard.ts';

const at = { index: 5, count: 20, page: { up: 0, down: 14 } };

it('moves between rows and stops at the ends', () => {
  expect(gridCommand('ArrowDown', at)).toEqual({ do: 'focus', index: 6 });
  expect(gridCommand('k', at)).toEqual({ do: 'focus', index: 4 });
  expect(gridCommand('PageDown', at)).toEqual({ do: 'focus', index: 14 });
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

/** Lines of these heights, one below the other. */
function stack(...heights: readonly number[]): { start: number; end: number }[] {
  let end = 0;
  return heights.map((height) => {
    end += height;
    return { start: end - height, end };
  });
}

it('turns a page by the height of the rows, so that it skips none', () => {
  const even = stack(44, 44, 44, 44, 44, 44, 44, 44);
  expect(pageAround(even, 0, 180)).toEqual({ up: 0, down: 3 });
  expect(pageAround(even, 7, 180)).toEqual({ up: 4, down: 7 });
  const tall = stack(44, 92, 92, 44, 44, 92);
  expect(pageAround(tall, 0, 180)).toEqual({ up: 0, down: 1 });
  expect(pageAround(tall, 5, 180)).toEqual({ up: 3, down: 5 });
});

it('moves by one line at least, also when it is higher than the view', () => {
  expect(pageAround(stack(44, 500, 44), 0, 180).down).toBe(1);
  expect(pageAround(stack(44, 500, 44), 1, 180)).toEqual({ up: 0, down: 2 });
});
