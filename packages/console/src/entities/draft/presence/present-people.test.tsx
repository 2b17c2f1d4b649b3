import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderPage } from '../../../../test/render-page.tsx';
import { PresentPeople, type PresentPerson } from './present-people.tsx';

const person = (name: string, patch: Partial<PresentPerson> = {}): PresentPerson => ({
  person: { id: name, name },
  is_editing: false,
  expires_in: 90,
  ...patch,
});
const names = (): (string | null)[] => screen.queryAllByRole('listitem').map((item) => item.textContent);

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] }));
afterEach(() => void vi.useRealTimers());

it('names who edits first, and counts those who do not fit', () => {
  const people = ['Ann Lee', 'Ben', 'Cleo', 'Dan'].map((name) => person(name));
  renderPage({ element: <PresentPeople people={[...people, person('Eve Ray', { is_editing: true })]} /> });
  expect(names()).toEqual([
    'EREve Ray is editing',
    'ALAnn Lee has it open',
    'BBen has it open',
    '+2Cleo has it open, Dan has it open',
  ]);
});

it('drops a person whose tab has not reported', () => {
  renderPage({ element: <PresentPeople people={PEOPLE} /> });
  expect(names()).toHaveLength(2);
  act(() => void vi.advanceTimersByTime(15_000));
  expect(names()).toEqual(['BBen has it open']);
  act(() => void vi.advanceTimersByTime(90_000));
  expect(names()).toEqual([]);
});

const PEOPLE = [person('Ann', { expires_in: 10 }), person('Ben')];
