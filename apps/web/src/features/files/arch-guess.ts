import type { Jaw } from '@archwire/mesh'

export type Arch = 1 | 2 | 3

const archOf = { upper: 1, lower: 2 } as const

/** The arch that a shape suggests; null when it is unclear. */
export const archOfShape = (jaw: Jaw | null | undefined): Arch | null => (jaw ? archOf[jaw] : null)

/** A hint when the shape of a scan suggests another jaw than declared; null when nothing contradicts it. */
export function archDoubt(said: Arch | null, jaw: Jaw | null | undefined): string | null {
  // A file with both arches can look like either of them.
  if (!jaw || said === null || said === 3 || said === archOf[jaw]) return null
  return `This looks like ${jaw === 'upper' ? 'an upper' : 'a lower'} arch.`
}

/** 1 upper, 2 lower, by what scanners and people write into file names; undefined when the name does not tell. */
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
