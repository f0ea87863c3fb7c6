import type { SurfaceWelder } from '../weld.ts'
import type { Finding } from './finding.ts'
import { count, counted, truncated } from './finding.ts'
import type { FormatReader } from './pieces.ts'

/** The bytes of the header with its count, and of each facet. */
export const HEADER_BYTES = 84
export const FACET_BYTES = 50
const MOST_SAMPLES = 64
/** Above this a count in a header is taken for damage, not for a number worth showing to people. */
const LARGEST_BELIEVED_COUNT = 20_000_000

/** Facets that the length of a binary STL leaves room for. */
export function binaryStlRoom(length: number): number {
  return Math.max(0, Math.floor((length - HEADER_BYTES) / FACET_BYTES))
}

/** The facet count that the header of a binary STL claims, or null when the file has no room for one. */
export function binaryStlClaim(bytes: Uint8Array): number | null {
  return bytes.length < HEADER_BYTES ? null : view(bytes).getUint32(80, true)
}

/** Where in a file of this length the facets lie that tell whether it is a binary STL: spread over all of it. */
export function sampledFacets(length: number): number[] {
  const room = binaryStlRoom(length)
  const samples = Math.min(room, MOST_SAMPLES)
  return Array.from(
    { length: samples },
    (_, sample) => HEADER_BYTES + Math.floor((sample * room) / samples) * FACET_BYTES,
  )
}

/**
 * Whether bytes whose header count is wrong still look like binary STL: most of those facets hold coordinates of a size
 * that occurs. Text and pictures read as floats give values far outside.
 */
export function looksLikeBinaryStl(facets: readonly Uint8Array[]): boolean {
  return facets.length > 0 && facets.filter(isPlausible).length >= facets.length * 0.75
}

function isPlausible(facet: Uint8Array): boolean {
  const data = view(facet)
  let zeros = 0
  for (let value = 0; value < 12; value++) {
    const size = Math.abs(data.getFloat32(value * 4, true))
    if (!(size === 0 || (size > 1e-20 && size < 1e6))) return false
    if (size === 0) zeros++
  }
  return zeros < 12
}

/** How many times the size of the counted facets the others may lie around. */
const REACH = 10
/** Of the facets that a file holds so many have to be counted for their place to tell where the scan is. */
const MOST_OF_IT = 0.5
/** Coordinates of this size and more occur in no scan, whatever its unit. */
const LARGEST_PLACE = 1e6

/**
 * Reads a binary STL. The length decides how many facets there are; a count that differs is a finding. Facets beyond the
 * count of the header may be anything that was appended: they are read if they are finite and within ten times the box of
 * the counted ones. A count of less than half of what is there is wrong itself, and those few lie anywhere on the arch:
 * then all of a size that occurs are read.
 */
export class BinaryStlReader implements FormatReader {
  private readonly held: number
  private readonly claimed: number
  private readonly rest: number
  private readonly into: SurfaceWelder
  private readonly places = new Float64Array(9)
  private readonly min = [Infinity, Infinity, Infinity]
  private readonly max = [-Infinity, -Infinity, -Infinity]
  private isBehindHeader = false
  private facet = 0
  private leftOut = 0

  /** `header`: the first 84 bytes of a file of this length. */
  constructor(header: Uint8Array, length: number, into: SurfaceWelder) {
    this.held = binaryStlRoom(length)
    this.claimed = binaryStlClaim(header) ?? 0
    this.rest = length - HEADER_BYTES - this.held * FACET_BYTES
    this.into = into
    into.expectFacets(this.held)
  }

  read(bytes: Uint8Array): number {
    let from = 0
    if (!this.isBehindHeader) {
      if (bytes.length < HEADER_BYTES) return 0
      from = HEADER_BYTES
      this.isBehindHeader = true
    }
    const whole = Math.floor((bytes.length - from) / FACET_BYTES) * FACET_BYTES
    this.readFacets(bytes.subarray(from, from + whole))
    return from + whole
  }

  isDone(): boolean {
    return false
  }

  private readFacets(bytes: Uint8Array): void {
    const data = view(bytes)
    const { places } = this
    const hasMore = this.claimed > 0 && this.claimed < this.held
    const isOfScan = this.claimed >= MOST_OF_IT * this.held ? () => this.isNear() : () => this.isPlace()
    for (let at = 12; at + 38 <= bytes.length && this.facet < this.held; at += FACET_BYTES, this.facet++) {
      for (let value = 0; value < 9; value++) places[value] = data.getFloat32(at + value * 4, true)
      if (hasMore && this.facet < this.claimed) this.widen()
      if (hasMore && this.facet >= this.claimed && !isOfScan()) this.leftOut++
      else
        this.into.addFacet(
          places[0]!,
          places[1]!,
          places[2]!,
          places[3]!,
          places[4]!,
          places[5]!,
          places[6]!,
          places[7]!,
          places[8]!,
        )
    }
  }

  findings(): Finding[] {
    const { claimed, held, rest, leftOut } = this
    return countFindings({ claimed, held, rest, leftOut })
  }

  private widen(): void {
    if (!this.places.every(Number.isFinite)) return
    for (let value = 0; value < 9; value++) {
      const axis = value % 3
      this.min[axis] = Math.min(this.min[axis]!, this.places[value]!)
      this.max[axis] = Math.max(this.max[axis]!, this.places[value]!)
    }
  }

  private isPlace(): boolean {
    return this.places.every((place) => Math.abs(place) < LARGEST_PLACE)
  }

  /** Within ten times the box of the counted facets, by its longest side; what is no number is not. */
  private isNear(): boolean {
    const { min, max } = this
    const reach = (Math.max(...max.map((high, axis) => high - min[axis]!)) * REACH) / 2
    return this.places.every((place, value) => Math.abs(place - (max[value % 3]! + min[value % 3]!) / 2) <= reach)
  }
}

/** Facets that the header names and that the file has room for, the bytes behind them, and facets that were left out. */
interface Counted {
  claimed: number
  held: number
  rest: number
  leftOut: number
}

function countFindings({ claimed, held, rest, leftOut }: Counted): Finding[] {
  if (claimed === held && rest === 0) return []
  if (claimed > held && claimed <= LARGEST_BELIEVED_COUNT) {
    return [truncated(held, claimed, rest > 0 ? 'in the middle of a triangle' : 'too early')]
  }
  const names = `The header names ${counted(claimed, 'triangle')}, the file holds ${count(held)}`
  const message =
    claimed === held
      ? `The file holds ${counted(rest, 'byte')} more than its ${counted(held, 'triangle')} need.`
      : leftOut > 0
        ? `${names}: ${count(leftOut)} of the others ${leftOut === 1 ? 'is' : 'are'} left out, far from those or without coordinates.`
        : `${names}; all ${count(held)} were read.`
  return [{ code: 'wrong_count', severity: 'warn', message }]
}

function view(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
