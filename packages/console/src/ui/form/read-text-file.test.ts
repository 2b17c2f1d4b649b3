import { expect, it } from 'vitest';
import { readTextFile } from './read-text-file.ts';

const read = (content: BlobPart, name = 'key.pem') => readTextFile(new File([content], name));

it('reads a text file', async () => {
  expect(await read('über')).toEqual({ text: 'über' });
});

it('refuses a large, an empty and a binary file by name', async () => {
  const refusals = [
    await read('x'.repeat(300_000)),
    await read(''),
    await read(new Uint8Array([0xff, 0xd8, 0x00]), 'a.der'),
  ];
  expect(refusals).toEqual([
    { problem: expect.stringMatching(/^key\.pem has .+\. Choose a file of at most .+\.$/) as string },
    { problem: 'key.pem is empty. Choose another file.' },
    { problem: 'a.der is not a text file. Export it as text, then choose it again.' },
  ]);
});
