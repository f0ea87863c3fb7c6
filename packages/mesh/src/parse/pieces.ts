import type { Finding } from './finding.ts'

/** Reads one format as it comes. */
export interface FormatReader {
  /**
   * Reads what is whole of the bytes, which continue where the last call stopped, and returns how many it used up; the rest
   * comes again with more behind it. `isLast`: nothing follows. @throws {Refusal}
   */
  read: (bytes: Uint8Array, isLast: boolean) => number
  /** Whether the rest of the file would say nothing more. */
  isDone: () => boolean
  /** What is said of the file once all of it has come. */
  findings: () => Finding[]
}

const NOTHING = new Uint8Array(0)
/** Zeros that were held back for padding come in pieces of this size when something follows them. */
const ZEROS = 64 * 1024

/**
 * Cuts a file anywhere and reads it all the same: what a reader could not use yet waits for the next piece. A file in
 * one piece is read where it lies.
 */
export class Pieces {
  private readonly reader: FormatReader
  private readonly isPadded: boolean
  private held = NOTHING
  private used = 0
  /** Held bytes below which another try would be in vain. */
  private enough = 0
  private zeros = 0

  /** `isPadded`: zeros at the end of the file are no part of it. */
  constructor(reader: FormatReader, isPadded: boolean) {
    this.reader = reader
    this.isPadded = isPadded
  }

  /** Takes the next bytes of the file, which are the caller's again afterwards. @throws {Refusal} */
  push(bytes: Uint8Array): void {
    if (!this.isPadded) return this.take(bytes)
    let end = bytes.length
    while (end > 0 && bytes[end - 1] === 0) end--
    if (end > 0) {
      for (; this.zeros > 0; this.zeros -= Math.min(this.zeros, ZEROS))
        this.take(new Uint8Array(Math.min(this.zeros, ZEROS)))
      this.take(bytes.subarray(0, end))
    }
    this.zeros += bytes.length - end
  }

  /** Reads what is left. @throws {Refusal} */
  finish(): void {
    this.reader.read(this.held.subarray(0, this.used), true)
  }

  private take(bytes: Uint8Array): void {
    if (this.used === 0) return this.keep(bytes, this.reader.read(bytes, false))
    const length = this.used + bytes.length
    if (length > this.held.length) this.makeRoom(length)
    this.held.set(bytes, this.used)
    this.used = length
    if (length < this.enough) return
    const whole = this.held.subarray(0, length)
    this.keep(whole, this.reader.read(whole, false))
  }

  private keep(bytes: Uint8Array, from: number): void {
    const left = bytes.length - from
    if (left > this.held.length) this.makeRoom(left)
    this.held.set(bytes.subarray(from), 0)
    this.used = left
    // Whatever is longer than its piece is tried when twice as much is there: each byte is read a few times at most.
    this.enough = from === 0 ? left * 2 : 0
  }

  private makeRoom(length: number): void {
    const larger = new Uint8Array(Math.max(length, Math.min(this.held.length * 2, length + 16 * 1024 * 1024), 4096))
    larger.set(this.held.subarray(0, this.used))
    this.held = larger
  }
}
