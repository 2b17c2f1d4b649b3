import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, type Validator } from './programs.ts';

/** Compares units with systemd's rules; their program and their user need not be on this machine. */
function verifyUnits(folder: string): string | null {
  const units = ['switchboard@api.service', 'switchboard-migrate.service'].map((name) => {
    const text = readFileSync(join(ROOT, 'deploy/systemd', name.replace('@api', '@')), 'utf8');
    const path = join(folder, name);
    writeFileSync(path, text.replace(/^ExecStart=\S+/m, 'ExecStart=/bin/true').replace(/^User=.*$/m, 'User=root'));
    return path;
  });
  const { stdout, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', ...units], { encoding: 'utf8' });
  const about = `${stdout}${stderr}`
    .split('\n')
    .filter((line) => line.includes(folder) || line.startsWith('switchboard'));
  return about.length === 0 ? null : about.join('\n');
}

export const UNIT_VALIDATORS: readonly Validator[] = [
  { what: 'systemd takes the units', programs: ['systemd-analyze'], run: verifyUnits },
];
