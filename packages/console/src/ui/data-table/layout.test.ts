import { describe, expect, it } from 'vitest';
import {
  columnOrder,
  columnVisibility,
  columnWidths,
  gridTemplate,
  moveBy,
  moveColumn,
  withoutColumnChanges,
} from './layout.ts';

const columns = [
  { id: 'date', width: 100 },
  { id: 'name', width: 170 },
  { id: 'found', width: 132, hidden: true },
  { id: 'status', width: 200, grow: 1 },
];

describe('columnOrder', () => {
  it('gives the default order when none is saved', () => {
    expect(columnOrder(columns, {})).toEqual(['date', 'name', 'found', 'status']);
  });

  it('keeps the saved order, drops unknown columns and repeats, and places new ones beside their neighbour', () => {
    const layout = { columnsOrder: ['status', 'gone', 'date', 'date', 'name'] };
    expect(columnOrder(columns, layout)).toEqual(['status', 'date', 'name', 'found']);
  });
});

describe('columnVisibility', () => {
  it('prefers the saved visibility to the default', () => {
    const shown = columnVisibility(columns, { columnVisibilityModel: { found: true, date: false } });
    expect(shown).toEqual({ date: false, name: true, found: true, status: true });
  });
});

describe('columnWidths', () => {
  it('clamps saved widths and ignores values that are not numbers', () => {
    const widths = columnWidths(columns, { columnsWidth: { date: 3, name: 1e9, status: Number.NaN } });
    expect(widths).toMatchObject({ date: 64, name: 900, status: 200 });
  });
});

describe('gridTemplate', () => {
  const visible = columns.filter((column) => column.hidden !== true);

  it('gives a growing column the remaining width', () => {
    expect(gridTemplate(visible, {}, { expander: true, menu: true })).toEqual({
      template: '36px 100px 170px minmax(200px, 1fr) 44px',
      minimum: 550,
      hasFiller: false,
    });
  });

  it('begins with the check box where rows can be selected', () => {
    expect(gridTemplate(visible, {}, { check: true, expander: true, menu: false })).toEqual({
      template: '36px 36px 100px 170px minmax(200px, 1fr)',
      minimum: 542,
      hasFiller: false,
    });
  });

  it('adds a filler once the growing column was resized', () => {
    const layout = { columnsWidth: { status: 240 } };
    expect(gridTemplate(visible, layout, { expander: false, menu: false })).toMatchObject({
      template: '100px 170px 240px minmax(0, 1fr)',
      hasFiller: true,
    });
  });
});

it('keeps the density when the columns are reset', () => {
  expect(withoutColumnChanges({ columnsOrder: ['name'], density: 'compact' })).toEqual({ density: 'compact' });
  expect(withoutColumnChanges({ columnsOrder: ['name'] })).toEqual({});
});

describe('moving a column', () => {
  const order = ['date', 'name', 'found', 'status'];

  it('moves it before or after another column', () => {
    expect(moveColumn(order, 'status', 'date', 'before')).toEqual(['status', 'date', 'name', 'found']);
    expect(moveColumn(order, 'date', 'found', 'after')).toEqual(['name', 'found', 'date', 'status']);
    expect(moveColumn(order, 'date', 'nowhere', 'after')).toEqual(order);
  });

  it('steps over hidden neighbours', () => {
    expect(moveBy(order, ['date', 'name', 'status'], 'name', 1)).toEqual(['date', 'found', 'status', 'name']);
    expect(moveBy(order, ['date', 'name', 'status'], 'date', -1)).toEqual(order);
  });
});
