import { DIAGNOSTICS, FAMILIES } from '@switchboard/language';
import { expect, test } from 'vitest';
import { runCommand } from '../../test/run-command.ts';

test('a code is explained, with what causes it, what does not, and its page', async () => {
  const { code, out, err } = await runCommand(['explain', '2004'], '/');
  expect(err).toBe('');
  expect(code).toBe(0);
  expect(out).toMatch(/^error SBS2004 \(Names\)\n\nThere is no column \{name\} in \{table\}\. \{advice\}\n\n/);
  expect(out).toContain('Causes it:\n  table t is select click from ads;\n');
  expect(out).toContain('Does not:\n  table t is select clicks from ads;\n');
  expect(out).toMatch(/\nMore: .*docs\/reference\/language\/diagnostics\/sbs2004\.md\n$/);
  expect(out).not.toContain('\u001b');
});

test('lists all codes by family when none is named', async () => {
  const { code, out } = await runCommand(['explain'], '/', { FORCE_COLOR: '1' });
  expect(code).toBe(0);
  for (const each of Object.keys(DIAGNOSTICS)) expect(out).toContain(each);
  for (const family of Object.values(FAMILIES)) expect(out).toContain(`\u001b[1m${family}\u001b[22m\n`);
});

test('examples that no terminal could show are made visible', async () => {
  const [control, deep] = await Promise.all([
    runCommand(['explain', '1006'], '/'),
    runCommand(['explain', '1011'], '/'),
  ]);
  expect(control.out).toContain("'a␁b'");
  expect(deep.out).toContain('((((((((((((…1))))))))))))…');
});

test('the code of a failed run is explained, with what happens next and what to do', async () => {
  expect(await runCommand(['explain', 'source_unreachable'], '/')).toEqual({
    code: 0,
    err: '',
    out: [
      'error SOURCE_UNREACHABLE (transient: tried again with growing pauses, up to the retry limit)',
      'Could not connect to {host} for {name}: {reason}. Will retry.',
      'The other side did not give what was asked for. Nothing in the script has to change: the same\nrequest can succeed later.',
      'Retry once it answers again.',
      '',
    ]
      .join('\n\n')
      .replace(/\n\n$/, '\n'),
  });
  const { out } = await runCommand(['explain', 'INVALID_TOKEN'], '/');
  expect(out).toContain('info INVALID_TOKEN (permanent: ');
});

test('an unknown code is a wrong call', async () => {
  expect(await runCommand(['explain', 'SBS2404'], '/')).toEqual({
    code: 2,
    out: '',
    err: 'error There is not a code SBS2404. Did you mean SBS2004?\n',
  });
});
