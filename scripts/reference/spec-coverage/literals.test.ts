import { expect, it } from 'vitest';
import { readProductTexts } from './literals.ts';

const texts = readProductTexts([
  {
    path: 'a.tsx',
    text: [
      "const saved = 'Draft Saved';",
      "const long = 'There was a problem processing the request. ' + 'Please try again.';",
      'const name = `A file named ${path} already exists.`;',
      'const health = `${kind} is suspended`;',
      'const page = <p>You cannot edit <b>published</b> drafts, {name}.</p>;',
      'const quote = <p>You’ve surpassed it</p>;',
      'const text = value + value;',
    ].join('\n'),
  },
]);

it.each([
  'Draft Saved',
  'There was a problem processing the request. Please try again.',
  'A file named {name} already exists.',
  'Download is suspended',
  'You cannot edit published drafts, {name}.',
  "You've surpassed it",
  'a problem processing the request',
])('finds "%s" as a literal, a template or an element', (text) => {
  expect(texts.has(text)).toBe(true);
});

it.each(['Draft', 'Draft saved', 'Saved', 'Download is running', 'A file called {name} already exists.', 'value'])(
  'does not find "%s"',
  (text) => {
    expect(texts.has(text)).toBe(false);
  },
);
