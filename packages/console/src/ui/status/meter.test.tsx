import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Meter } from './meter.tsx';

const renderAt = (width: number): HTMLElement => {
  window.innerWidth = width;
  const { unmount } = render(
    <MantineProvider env="test">
      <Meter percent={40} label="Downloading: 40%" />
    </MantineProvider>,
  );
  const meter = screen.getByLabelText('Downloading: 40%');
  unmount();
  return meter;
};

it('"Progress bar linear at 800px viewport or wider, else a small spinner."', {
  tags: 'spec:progress-viewport',
}, () => {
  const bar = renderAt(800);
  expect(bar.tagName).toBe('PROGRESS');
  expect(bar.getAttribute('value')).toBe('40');
  expect(renderAt(799).tagName).not.toBe('PROGRESS');
});
