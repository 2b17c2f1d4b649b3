import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Row, Stack, Text } from './layout.tsx';
import { LENGTHS } from './layout-props.ts';

it('renders the tag that it is given, with all props that are no styles', () => {
  render(
    <Row as="ul" gap={2} wrap={false} aria-label="Keys">
      <li>warehouse</li>
    </Row>,
  );
  const list = screen.getByRole('list', { name: 'Keys' });
  expect(list.getAttributeNames().sort()).toEqual(['aria-label', 'class', 'style']);
  expect(list.style.getPropertyValue('--gap')).toBe('var(--space-2)');
});

it('takes spaces of sides and of rows and columns', () => {
  render(<Stack data-testid="stack" gap={['half', 3]} padding={[0, 4, 1]} maxHeight="menu-height" width="full" />);
  const { style } = screen.getByTestId('stack');
  expect(style.getPropertyValue('--gap')).toBe('var(--space-half) var(--space-3)');
  expect(style.getPropertyValue('--padding')).toBe('0 var(--space-4) var(--space-1)');
  expect(style.getPropertyValue('--maxHeight')).toBe('var(--menu-height)');
  expect(style.getPropertyValue('--width')).toBe('100%');
});

it('puts the classes and styles of the caller beside its own', () => {
  render(
    <Text className="mark" tone="error" style={{ height: 3 }}>
      late
    </Text>,
  );
  const text = screen.getByText('late');
  expect([...text.classList]).toContain('mark');
  expect(text.classList.length).toBeGreaterThan(1);
  expect(text.style.height).toBe('3px');
});

it('names lengths that the theme has', () => {
  const tokens = readFileSync(join(import.meta.dirname, '../theme/tokens.css'), 'utf8');
  expect(LENGTHS.filter((name) => !tokens.includes(`--${name}:`))).toEqual([]);
});
