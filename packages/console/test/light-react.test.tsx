import { render, screen } from '@testing-library/react';
import { cloneElement, createElement, isValidElement, type ReactNode } from 'react';
import { expect, it, onTestFinished, vi } from 'vitest';

const ROWS = ['a', 'b'];

function recordErrors() {
  const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  onTestFinished(() => errors.mockRestore());
  return errors;
}

function Unkeyed() {
  // biome-ignore lint/correctness/useJsxKeyInIterable: the test is about it
  return ROWS.map((row) => <li>{row}</li>);
}

function Keyed({ last }: { readonly last: ReactNode }) {
  return (
    <ul>
      <li>first</li>
      {ROWS.map((row) => (
        <li key={row}>{row}</li>
      ))}
      {last}
    </ul>
  );
}

it('warns of the children of a list without keys', () => {
  const errors = recordErrors();
  render(<Unkeyed />);
  expect(errors.mock.calls[0]?.[0]).toContain('unique "key" prop');
});

it('does not warn of children with keys, or of those that are written one by one', () => {
  const errors = recordErrors();
  render(<Keyed last={createElement('li', { className: 'last' }, 'la', <b>st</b>)} />);
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['first', 'a', 'b', 'last']);
  expect(errors).not.toHaveBeenCalled();
});

it('keeps keys, props and refs apart as React does', () => {
  const ref = { current: null };
  const element = <input key={7} ref={ref} defaultValue="x" />;
  expect(isValidElement(element)).toBe(true);
  expect(element.key).toBe('7');
  expect(element.props).toEqual({ ref, defaultValue: 'x' });
  const copy = cloneElement(element, { defaultValue: 'y' });
  expect([copy.key, copy.props]).toEqual(['7', { ref, defaultValue: 'y' }]);
  render(copy);
  expect(ref.current).toBe(screen.getByRole('textbox'));
});
