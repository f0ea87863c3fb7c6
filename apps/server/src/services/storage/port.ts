import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** What the handlers of signed links need from the portal behind them. */
export interface StorageDoor {
  /** Whether this upload is known, not registered yet and not expired. */
  isOpen(upload: string): Promise<boolean>
  /** The body of this request may take as long as a large scan on a slow line. */
  allowSlowBody(request: FastifyRequest): void
}

/** Where bytes are stored. Keys are made by the server; the local folder and S3 behave alike behind this port. */
export interface Storage {
  /** The other origin that browsers PUT to and GET from; undefined when this server serves its links itself. */
  readonly origin?: string
  /** Registers the handlers of its own links on the server. */
  routes?(fastify: FastifyInstance, door: StorageDoor): void
  /** A link to PUT one upload, or one part of it; size and type are fixed in its signature. */
  putLink(upload: string, part: number, limits: { size: number; type: string; expires: Date }): Promise<string>
  /** A link to GET an object, valid for five minutes. */
  getLink(key: string, options: { type: string; fileName?: string; inline?: boolean }): Promise<string>
  /**
   * Stores the bytes of one part without a link; they appear whole or not at all. Returns false when the size differs,
   * and never stores more than `size` bytes on the way.
   */
  receive(upload: string, part: number, size: number, bytes: Readable): Promise<boolean>
  /**
   * Seals an upload: joins its parts, checks size and hash, and moves the bytes where no PUT reaches them. Safe to
   * repeat. Returns the new key, or why not, as text.
   */
  seal(
    upload: string,
    expected: { parts: number; size: number; sha256: string },
  ): Promise<{ key: string } | { problem: string }>
  /** The first bytes of an object, to detect its kind. */
  head(key: string, bytes: number): Promise<Uint8Array>
  read(key: string): Promise<Readable>
  /** Stores a file that this server made; replaces an existing one. */
  store(key: string, path: string): Promise<void>
  /** A path on this machine to read the object from, while `work` runs. */
  withFile<T>(key: string, work: (path: string) => Promise<T>): Promise<T>
  /** Does nothing when `to` already exists. */
  copy(from: string, to: string): Promise<void>
  remove(key: string): Promise<void>
  /** The keys of everything in a folder of final keys: `o/1/p/2`. */
  list(folder: string): Promise<string[]>
  /** Removes unregistered bytes that are older than `before`. Returns how many. */
  sweep(before: Date, keep: (upload: string) => Promise<boolean>): Promise<number>
}

/** Above this size an upload travels in parts (`scans/three-steps`). */
export const partSize = 8 * 1024 * 1024
