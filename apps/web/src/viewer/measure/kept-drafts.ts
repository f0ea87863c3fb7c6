import { measureKinds, type MeasureKind } from '@archwire/contract/measurements/kinds.ts'
import { askApi } from '../case-api.ts'
import { isRecord } from '../scene-api.ts'
import { isPlaced, type Draft, type Spot } from './drafts.ts'

/**
 * Measurements of one case that nobody has saved yet, kept by this browser for the person who took them: a page that is left
 * or breaks down loses none.
 */
export class KeptDrafts {
  private readonly key: string
  /** Those that were here at some time: another page of the same case may keep others under the same key. */
  private readonly known = new Set<string>()
  private last = '[]'

  private constructor(userId: number, patientId: number) {
    this.key = `archwire.measurements.${userId}.${patientId}`
  }

  /** @throws {LoadingError} when nobody can say who is here */
  static async of(patientId: number): Promise<KeptDrafts> {
    const { user } = await askApi('me', 'GET')
    return new KeptDrafts(isRecord(user) ? Number(user['id']) : 0, patientId)
  }

  /** What was kept, to be brought back. */
  take(): Draft[] {
    const kept = this.stored()
    for (const { id } of kept) this.known.add(id)
    this.last = JSON.stringify(kept)
    return kept
  }

  /** Keeps these in place of those that were here before. */
  write(drafts: readonly Draft[]): void {
    const text = JSON.stringify(drafts)
    if (text === this.last) return
    this.last = text
    for (const { id } of drafts) this.known.add(id)
    const all = [...this.stored().filter(({ id }) => !this.known.has(id)), ...drafts]
    try {
      if (all.length === 0) localStorage.removeItem(this.key)
      else localStorage.setItem(this.key, JSON.stringify(all))
    } catch {
      // A full or forbidden store: they stay on the screen.
    }
  }

  private stored(): Draft[] {
    try {
      const kept: unknown = JSON.parse(localStorage.getItem(this.key) ?? '[]')
      return Array.isArray(kept) ? kept.filter(isDraft) : []
    } catch {
      // Somebody else's text, or a browser that keeps nothing: there is nothing to bring back.
      return []
    }
  }
}

/** Whether this is a draft as `write` has put it; an older version of the program may have kept something else. */
export function isDraft(value: unknown): value is Draft {
  if (!isRecord(value) || !Array.isArray(value['spots'])) return false
  const { id, kind, jaw, place, value: figure, spots } = value
  if (typeof id !== 'string' || typeof figure !== 'number' || !Object.hasOwn(measureKinds, String(kind))) return false
  const isWhole = isPlaced(kind as MeasureKind) === (jaw !== null && place !== null)
  return isWhole && spots.length === measureKinds[kind as MeasureKind].points && spots.every(isSpot)
}

const isSpot = (value: unknown): value is Spot =>
  isRecord(value) &&
  typeof value['scan'] === 'number' &&
  [1, 2, 3].includes(value['jawsId'] as number) &&
  Array.isArray(value['point']) &&
  value['point'].length === 3 &&
  value['point'].every(Number.isFinite)
