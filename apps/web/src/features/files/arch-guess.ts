import { archWords } from '@archwire/contract/rx-forms/arches.ts'
import type { Jaw } from '@archwire/mesh'

/** What a scan shows: 1 upper, 2 lower, 3 both arches; or how they bite, from the cheek. */
export type Arch = 1 | 2 | 3 | 'bite'

const archOf = { upper: 1, lower: 2 } as const

/** The arch that a shape suggests; null when it is unclear. */
export const archOfShape = (jaw: Jaw | null | undefined): Arch | null => (jaw ? archOf[jaw] : null)

/** A hint when the shape of a scan suggests another jaw than declared; null when nothing contradicts it. */
export function archDoubt(said: Arch | null, jaw: Jaw | null | undefined): string | null {
  // A file with both arches can look like either of them, and so can a bite scan.
  if (!jaw || said === null || said === 3 || said === 'bite' || said === archOf[jaw]) return null
  return `This looks like a ${archWords[archOf[jaw]]} arch.`
}

/** What a scan shows, by what scanners and people write into file names; undefined when the name does not tell. */
export function guessArch(fileName: string): Arch | undefined {
  const name = fileName.toLowerCase().replace(/\.[^.]+$/, '')
  const bite = /(^|[^a-z])(bite|occlusi)|bitescan|buccal|bukkal|vestibul|biss(nahme|registr)/.test(name)
  // "Bite L" is the left side of a bite, "lower in bite" an arch.
  if (bite && !/upper|maxill|lower|mandib|oberkiefer|unterkiefer/.test(name)) return 'bite'
  const upper =
    /upper|maxill?a|maxillary|(^|[^a-z])max([^a-z]|$)|(^|[^a-z])u(j|pper)?([^a-z]|$)|oberkiefer|(^|[^a-z])ok([^a-z]|$)/.test(
      name,
    )
  const lower = /lower|mandib|(^|[^a-z])l(j|ower)?([^a-z]|$)|unterkiefer|(^|[^a-z])uk([^a-z]|$)/.test(name)
  if (upper && lower) return 3
  return upper ? 1 : lower ? 2 : undefined
}
