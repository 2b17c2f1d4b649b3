import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  createReadStream,
  createWriteStream,
  mkdirSync,
  readdirSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

type Descriptor = { readonly mediaType: string; readonly digest: string; readonly size: number };
export type Layer = Descriptor & {
  /** Digest of the layer before it is compressed. */
  readonly diffId: string;
};

const OCI = 'application/vnd.oci.image';

/** Counts the hash of what passes. */
function hashing(): { readonly stream: Transform; digest(): string } {
  const hash = createHash('sha256');
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  return { stream, digest: () => `sha256:${hash.digest('hex')}` };
}

/**
 * Packs a folder as a layer of an OCI layout, with the same bytes each time: sorted names, one owner, one time, no machine's attributes.
 * @param layout folder of the layout
 * @param owner number of the user and group of all files
 */
export async function writeLayer(layout: string, folder: string, owner: number): Promise<Layer> {
  mkdirSync(join(layout, 'blobs/sha256'), { recursive: true });
  const growing = join(layout, 'blobs/sha256/growing');
  const fixed = ['--sort=name', '--format=gnu', '--mtime=@0', '--numeric-owner', '--hard-dereference'];
  const tar = spawn(
    'tar',
    [
      ...fixed,
      `--owner=${owner}`,
      `--group=${owner}`,
      '--mode=u+rw,go-w,a+rX',
      '-C',
      folder,
      '-cf',
      '-',
      ...readdirSync(folder).sort(),
    ],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const ended = new Promise<number | null>((resolve) => tar.once('close', resolve));
  const [plain, packed] = [hashing(), hashing()];
  await pipeline(tar.stdout, plain.stream, createGzip({ level: 6 }), packed.stream, createWriteStream(growing));
  const code = await ended;
  if (code !== 0) throw new Error(`tar ended with ${code}.`);
  const digest = packed.digest();
  const size = statSync(growing).size;
  renameSync(growing, blobPath(layout, digest));
  return { mediaType: `${OCI}.layer.v1.tar+gzip`, digest, size, diffId: plain.digest() };
}

const blobPath = (layout: string, digest: string): string => join(layout, 'blobs', digest.replace(':', '/'));

function writeJson(layout: string, mediaType: string, value: unknown): Descriptor {
  const text = JSON.stringify(value);
  const digest = `sha256:${createHash('sha256').update(text).digest('hex')}`;
  writeFileSync(blobPath(layout, digest), text);
  return { mediaType, digest, size: Buffer.byteLength(text) };
}

export type ImageOptions = {
  readonly layers: readonly Layer[];
  /** The `config` of the image: user, environment, entry point. */
  readonly config: object;
  readonly annotations: Readonly<Record<string, string>>;
  /** ISO 8601. */
  readonly created: string;
  readonly tag: string;
};

/** Writes the manifest of an image into its layout. @returns its digest */
export function writeImage(layout: string, { layers, config, annotations, created, tag }: ImageOptions): string {
  const architecture = process.arch === 'x64' ? 'amd64' : process.arch;
  const stored = writeJson(layout, `${OCI}.config.v1+json`, {
    created,
    architecture,
    os: 'linux',
    config,
    rootfs: { type: 'layers', diff_ids: layers.map(({ diffId }) => diffId) },
    history: layers.map(() => ({ created, created_by: 'npm run image' })),
  });
  const manifest = writeJson(layout, `${OCI}.manifest.v1+json`, {
    schemaVersion: 2,
    mediaType: `${OCI}.manifest.v1+json`,
    config: stored,
    layers: layers.map(({ diffId: _, ...descriptor }) => descriptor),
    annotations,
  });
  writeFileSync(join(layout, 'oci-layout'), '{"imageLayoutVersion":"1.0.0"}');
  writeFileSync(
    join(layout, 'index.json'),
    JSON.stringify({
      schemaVersion: 2,
      mediaType: `${OCI}.index.v1+json`,
      manifests: [
        {
          ...manifest,
          platform: { architecture, os: 'linux' },
          annotations: { 'org.opencontainers.image.ref.name': tag },
        },
      ],
    }),
  );
  return manifest.digest;
}

/** Unpacks the layers of an image over each other, as a container's root. */
export async function unpackImage(layout: string, layers: readonly Layer[], folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const { digest } of layers) {
    const tar = spawn('tar', ['-xzpf', '-', '--numeric-owner', '-C', folder], { stdio: ['pipe', 'ignore', 'inherit'] });
    const ended = new Promise<number | null>((resolve) => tar.once('close', resolve));
    await pipeline(createReadStream(blobPath(layout, digest)), tar.stdin);
    const code = await ended;
    if (code !== 0) throw new Error(`tar ended with ${code}.`);
  }
}
