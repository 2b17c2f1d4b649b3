import { expect, it } from 'vitest';
import { selectionCommand } from './selection-keys.ts';

const press = (key: string, modifiers: { shiftKey?: boolean; ctrlKey?: boolean } = {}) => ({
  key,
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  ...modifiers,
});

it('toggles a row by x and Shift+Space, and by Space where rows do not expand', () => {
  expect(selectionCommand(press('x'), true)).toEqual({ do: 'toggle' });
  expect(selectionCommand(press(' ', { shiftKey: true }), true)).toEqual({ do: 'toggle' });
  expect(selectionCommand(press(' '), true)).toBeNull();
  expect(selectionCommand(press(' '), false)).toEqual({ do: 'toggle' });
});

it('extends the selection by Shift with the arrows and with x', () => {
  expect(selectionCommand(press('ArrowDown', { shiftKey: true }), true)).toEqual({ do: 'extend', step: 1 });
  expect(selectionCommand(press('ArrowUp', { shiftKey: true }), true)).toEqual({ do: 'extend', step: -1 });
  expect(selectionCommand(press('X', { shiftKey: true }), true)).toEqual({ do: 'extend', step: 0 });
  expect(selectionCommand(press('ArrowDown'), true)).toBeNull();
});

it('selects all rows by Ctrl+A, and none by Escape', () => {
  expect(selectionCommand(press('a', { ctrlKey: true }), true)).toEqual({ do: 'all' });
  expect(selectionCommand(press('c', { ctrlKey: true }), true)).toBeNull();
  expect(selectionCommand(press('Escape'), true)).toEqual({ do: 'clear' });
});
