import { expect, it } from 'vitest';
import { brushRange, readBrushKey } from './brush.ts';

const press = (key: string, brush: readonly [number, number], shiftKey = false) =>
  readBrushKey({ key, shiftKey }, { anchor: brush[0], head: brush[1] }, 31);

it('moves by arrows, within the bars', () => {
  expect(press('ArrowLeft', [5, 5])).toEqual({ kind: 'move', brush: { anchor: 4, head: 4 } });
  expect(press('ArrowLeft', [0, 0])).toEqual({ kind: 'move', brush: { anchor: 0, head: 0 } });
  expect(press('ArrowRight', [30, 30])).toEqual({ kind: 'move', brush: { anchor: 30, head: 30 } });
  expect(press('Home', [5, 5])).toEqual({ kind: 'move', brush: { anchor: 0, head: 0 } });
});

it('widens with Shift from where it began', () => {
  expect(press('ArrowRight', [5, 6], true)).toEqual({ kind: 'move', brush: { anchor: 5, head: 7 } });
  expect(press('End', [5, 6], true)).toEqual({ kind: 'move', brush: { anchor: 5, head: 30 } });
});

it('applies, clears, and leaves other keys alone', () => {
  expect(press('Enter', [1, 2])).toEqual({ kind: 'apply' });
  expect(press(' ', [1, 2])).toEqual({ kind: 'apply' });
  expect(press('Escape', [1, 2])).toEqual({ kind: 'clear' });
  expect(press('a', [1, 2])).toBeNull();
});

it('orders a brush that goes back', () => {
  expect(brushRange({ anchor: 4, head: 2 })).toEqual([2, 4]);
});
