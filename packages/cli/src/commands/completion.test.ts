import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCommand } from '../../test/run-command.ts';
import { SHELLS, type Shell } from '../completion/shells.ts';

const COMPLETE_IN_ZSH = fileURLToPath(new URL('../../test/complete-in-zsh.zsh', import.meta.url));
const COMPLETE_IN_BASH =
  'source "$1"; COMP_WORDS=($2); [[ $2 == *" " ]] && COMP_WORDS+=(""); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _switchboard; printf "%s\\n" "${COMPREPLY[@]}"';
const COMPLETE_IN_FISH = 'source $argv[1]; complete -C $argv[2] | string replace -r "\\t.*" ""; true';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'switchboard-completion-'));
  await mkdir(join(folder, 'more scripts'));
  await writeFile(join(folder, 'two words.sbs'), '');
  await writeFile(join(folder, 'keys.json'), '');
  for (const shell of SHELLS) {
    const { code, out } = await runCommand(['completion', shell], folder);
    expect(code).toBe(0);
    await writeFile(join(folder, `.completion.${shell}`), out);
  }
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const PROGRAMS: Readonly<Record<Shell, readonly string[]>> = {
  bash: ['bash', '--norc', '-c', COMPLETE_IN_BASH, 'bash'],
  zsh: ['zsh', '-f', COMPLETE_IN_ZSH],
  fish: ['fish', '--no-config', '-c', COMPLETE_IN_FISH],
};

/** Runs the shell's completion at the end of `line` and returns its suggestions. */
function complete(shell: Shell, line: string): readonly string[] {
  const [program = '', ...args] = PROGRAMS[shell];
  const env = { PATH: process.env['PATH'], HOME: folder, TERM: 'dumb' };
  const { stdout, stderr, status } = spawnSync(program, [...args, `.completion.${shell}`, line], {
    cwd: folder,
    env,
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return stdout.split('\n').filter((word) => word !== '');
}

const isInstalled = (shell: Shell): boolean => spawnSync(shell, ['-c', 'true']).status === 0;

describe.each(SHELLS.map((shell) => ({ shell })))('completion in $shell', ({ shell }) => {
  test.skipIf(!isInstalled(shell)).each([
    ['switchboard comp', ['compile', 'completion']],
    ['switchboard --ver', ['--version']],
    ['switchboard run --al', ['--allow-host']],
    ['switchboard preview daily --ro', ['--rows']],
    ['switchboard lineage daily --format ', ['json', 'mermaid', 'text']],
    ['switchboard completion ', ['bash', 'fish', 'zsh']],
    ['switchboard run --date ', []],
  ])('offers for %j only %j', (line, words) => {
    expect(complete(shell, line).toSorted()).toEqual(words);
  });

  test.skipIf(!isInstalled(shell))('offers scripts and folders for paths, files for keys, folders for results', () => {
    // Fish writes what must be escaped with a backslash, and folders with a slash.
    const offered = (line: string): readonly string[] =>
      complete(shell, line).map((word) => word.replaceAll('\\', '').replace(/\/$/, ''));
    expect(offered('switchboard run ')).toContain('two words.sbs');
    expect(offered('switchboard run --keys ')).toContain('keys.json');
    const folders = offered('switchboard run --out ');
    expect(folders).toContain('more scripts');
    expect(folders).not.toContain('keys.json');
  });
});

test('another shell is a wrong call', async () => {
  const { code, err } = await runCommand(['completion', 'tcsh'], folder);
  expect(err).toContain('Allowed choices are bash, zsh, fish.');
  expect(code).toBe(2);
});
