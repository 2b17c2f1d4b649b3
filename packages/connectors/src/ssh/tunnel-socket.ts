import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import type { ClientChannel } from 'ssh2';

/** A channel of an SSH connection, with as much of a socket as database drivers use. */
export class TunnelSocket extends Duplex {
  readonly #channel: ClientChannel;
  readonly #close: () => void;
  #silence: NodeJS.Timeout | null = null;
  #hasEnded = false;

  /** @param close ends the SSH connection */
  constructor(channel: ClientChannel, close: () => void) {
    super();
    this.#channel = channel;
    this.#close = close;
    channel.on('data', (bytes: Buffer) => {
      this.#silence?.refresh();
      if (!this.push(bytes)) channel.pause();
    });
    channel.on('end', () => this.#endReading());
    channel.on('error', (error: Error) => this.destroy(error));
    // What came before is still read; then the stream closes by itself.
    channel.on('close', () => {
      this.#endReading();
      this.end();
    });
  }

  #endReading(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.push(null);
  }

  /** For drivers, which name the type that they expect. */
  asSocket(): Socket {
    return this as unknown as Socket;
  }

  override _read(): void {
    this.#channel.resume();
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#silence?.refresh();
    this.#channel.write(chunk, done);
  }

  override _final(done: (error?: Error | null) => void): void {
    this.#channel.end();
    done();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    if (this.#silence !== null) clearTimeout(this.#silence);
    this.#close();
    // As a socket does: what TLS on top of it failed with is reported first, and drivers keep the first they hear.
    setImmediate(() => done(error));
  }

  /** Calls `onSilence` once when nothing was sent or received for so many milliseconds. */
  setTimeout(milliseconds: number, onSilence: () => void): this {
    if (this.#silence !== null) clearTimeout(this.#silence);
    this.#silence = setTimeout(onSilence, milliseconds).unref();
    return this;
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }
}
