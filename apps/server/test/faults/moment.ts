import { expect } from 'vitest'
import type { TestUser } from '../app.ts'
import { printing, type GivenPractice } from '../given.ts'
import type { Client } from './client.ts'
import type { Portal } from './portal.ts'

/** Who acts while something dies. */
export interface Scene {
  portal: Portal
  practice: GivenPractice
  /** The practice's owner. */
  doctor: Client
  tech: Client
  techUser: TestUser
}

/** A moment of the main job: writes that are sent while something dies, and what has to be true of them afterwards. */
export interface Moment {
  name: string
  /** Prepares and returns the writes; each is sent until it is acknowledged. */
  writes(scene: Scene): Promise<(() => Promise<void>)[]>
  /** Every acknowledged write is there, once, in every place. */
  check(): Promise<void>
}

/** As many of something. */
export const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index))

/** What a call answers; it has to succeed. */
export function fine(answer: { status: number; body: object }): Record<string, unknown> {
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body as Record<string, unknown>
}

/** Cases at a stage, led there by the people who would do it. */
export const casesAt = (
  { portal, practice, techUser }: Scene,
  stage: 'awaiting_approval' | 'approved',
  count: number,
) => Promise.all(times(count, () => portal.given.case({ stage, practice, tech: techUser, form: printing })))
