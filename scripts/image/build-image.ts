import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildConsole } from '@switchboard/cli/console-build';
import { z } from 'zod';
import { addApplication, addSystem, IMAGE_USER } from './image-content.ts';
import { type Layer, writeImage, writeLayer } from './write-image.ts';

export type BuiltImage = {
  readonly digest: string;
  readonly tag: string;
  readonly layers: readonly Layer[];
  /** Bytes of its layers, as they are stored. */
  readonly size: number;
};

const Manifest = z.object({ version: z.string() });

/**
 * Builds the image of this repository from nothing but its files, its packages and the libraries of this machine.
 * @param layout folder of the OCI layout; what it has is replaced
 */
export async function buildImage(repository: string, layout: string, say: (line: string) => void): Promise<BuiltImage> {
  await buildConsole(repository, say);
  rmSync(layout, { recursive: true, force: true });
  const draft = mkdtempSync(join(tmpdir(), 'switchboard-image-'));
  try {
    const [system, application, folders] = ['system', 'application', 'folders'].map((name) => join(draft, name));
    if (system === undefined || application === undefined || folders === undefined) throw new Error('No folders.');
    const packages = addSystem(system, repository);
    addApplication(application, repository);
    const bills = join(application, 'usr/share/sbom');
    mkdirSync(bills, { recursive: true });
    copyFileSync(join(repository, 'docs/reference/sbom.cdx.json'), join(bills, 'switchboard.cdx.json'));
    writeFileSync(join(bills, 'system.cdx.json'), `${JSON.stringify(systemBill(packages), null, 2)}\n`);
    for (const name of ['data', 'tmp']) mkdirSync(join(folders, name), { recursive: true });
    const layers = [
      await writeLayer(layout, system, 0),
      await writeLayer(layout, application, 0),
      await writeLayer(layout, folders, IMAGE_USER),
    ];
    const { version } = Manifest.parse(JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')));
    const git = (...args: readonly string[]): string =>
      execFileSync('git', [...args], { cwd: repository, encoding: 'utf8' }).trim();
    const node = `/app/node_modules/node-linux-${process.arch}/bin/node`;
    const digest = writeImage(layout, {
      layers,
      created: new Date(Number(git('log', '-1', '--format=%ct')) * 1_000).toISOString(),
      tag: version,
      annotations: {
        'org.opencontainers.image.title': 'switchboard',
        'org.opencontainers.image.version': version,
        'org.opencontainers.image.revision': git('rev-parse', 'HEAD'),
      },
      config: {
        User: `${IMAGE_USER}:${IMAGE_USER}`,
        WorkingDir: '/app',
        Env: ['PATH=/usr/bin:/bin', 'NODE_ENV=production', 'DATA_DIR=/data', 'HOME=/data'],
        Entrypoint: [node, '--max-semi-space-size=16', '/app/packages/cli/bin/switchboard.mjs'],
        Cmd: ['start'],
        ExposedPorts: { '3000/tcp': {} },
        Volumes: { '/data': {} },
        StopSignal: 'SIGTERM',
      },
    });
    return { digest, tag: version, layers, size: layers.reduce((total, { size }) => total + size, 0) };
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** The bill of materials of what comes from the machine. */
function systemBill(packages: readonly string[]): object {
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    components: packages.map((line) => {
      const [name = '', version = ''] = line.split(' ');
      return { type: 'library', name, version, purl: `pkg:deb/debian/${name}@${encodeURIComponent(version)}` };
    }),
  };
}
