import { archWords } from '@archwire/contract/rx-forms/arches.ts'
import type { Jaw } from '@archwire/mesh'
import { type PatientNames, saidBy } from './file-name-words.ts'

/** What a scan shows: 1 upper, 2 lower, 3 both arches; or how they bite, from the cheek. */
export type Arch = 1 | 2 | 3 | 'bite'

const archOf = { upper: 1, lower: 2 } as const

/** The arch that a shape suggests; null when it is unclear. */
export const archOfShape = (jaw: Jaw | null | undefined): Arch | null => (jaw ? archOf[jaw] : null)

/**
 * A hint when the shape of a scan suggests another jaw than declared; null when nothing contradicts it.
 * @param guessed whether the name of the file said so, and no person: that never silences the shape (`scans/guess`)
 */
export function archDoubt(said: Arch | null, jaw: Jaw | null | undefined, guessed: boolean): string | null {
  if (!jaw || said === null || said === archOf[jaw]) return null
  // A file with both arches can look like either of them, and so can a bite scan.
  if (!guessed && (said === 3 || said === 'bite')) return null
  return `This looks like a ${archWords[archOf[jaw]]} arch.`
}

/** Words that are written as one with the arch: `upperjawscan`. */
const together = '(jaws?|arch(es)?|scans?|casts?|models?|modell|teeth|kiefer|stl)*'
const upper = new RegExp(`^(upper|maxil(l|la|lae|lary|a|ary)|oberkiefer)${together}$`)
const lower = new RegExp(`^(lower|mandib(le|ula|ular|el)?|unterkiefer)${together}$`)
const bite =
  /^((scan|left|right)?bite(s|left|right|reg\p{L}*|scans?)?|occlusi\p{L}*|(left|right)?bu(cc|kk)al\p{L}*|vestibul\p{L}*|biss(nahme|registr)\p{L}*)$/u
/** Short forms, which are names, too, and words of other languages. */
const shortUpper = /^(max|u|uj|ok)$/
const shortLower = /^(mand|l|lj|uk)$/

/** Whether one of these words names an arch. */
export const archesNamed = (words: readonly string[]): { upper: boolean; lower: boolean } => ({
  upper: words.some((word) => upper.test(word)),
  lower: words.some((word) => lower.test(word)),
})

/**
 * What a scan shows, by what scanners and people write into file names (`scans/guess`); undefined when the name does not
 * tell. Only words behind the patient's name count. Where that is not in the file's name, only words that are no names do,
 * and one letter beside numbers alone.
 */
export function guessArch(fileName: string, patient: PatientNames | null = null): Arch | undefined {
  const { words, followsName } = saidBy(fileName, patient)
  const named = archesNamed(words)
  // "Bite L" is the left side of a bite, "lower in bite" an arch.
  if (words.some((word) => bite.test(word)) && !named.upper && !named.lower) return 'bite'
  const shortsCount = followsName || (words.length === 1 && words[0]!.length === 1)
  const isUpper = named.upper || (shortsCount && words.some((word) => shortUpper.test(word)))
  const isLower = named.lower || (shortsCount && words.some((word) => shortLower.test(word)))
  if (isUpper && isLower) return 3
  return isUpper ? 1 : isLower ? 2 : undefined
}
