import type { Jaw } from '@archwire/mesh'

export type Arch = 1 | 2 | 3

const archOf = { upper: 1, lower: 2 } as const

/** The arch that a shape shows; null when it does not say. */
export const archOfShape = (jaw: Jaw | null | undefined): Arch | null => (jaw ? archOf[jaw] : null)

/** A hint when the shape of a scan shows another jaw than was said of it; null when nothing speaks against it. */
export function archDoubt(said: Arch | null, jaw: Jaw | null | undefined): string | null {
  // Both arches in one file look like either, to a guess by one of them.
  if (!jaw || said === null || said === 3 || said === archOf[jaw]) return null
  return `This looks like ${jaw === 'upper' ? 'an upper' : 'a lower'} arch.`
}

/** 1 upper, 2 lower, by what scanners and people write into file names; undefined when the name does not say. */
export function guessArch(fileName: string): Arch | undefined {
  const name = fileName.toLowerCase().replace(/\.[^.]+$/, '')
  const upper =
    /upper|maxill?a|maxillary|(^|[^a-z])max([^a-z]|$)|(^|[^a-z])u(j|pper)?([^a-z]|$)|oberkiefer|(^|[^a-z])ok([^a-z]|$)/.test(
      name,
    )
  const lower = /lower|mandib|(^|[^a-z])l(j|ower)?([^a-z]|$)|unterkiefer|(^|[^a-z])uk([^a-z]|$)/.test(name)
  if (upper && lower) return 3
  return upper ? 1 : lower ? 2 : undefined
}
