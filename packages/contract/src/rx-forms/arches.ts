/** Which arches are ordered, shown by files, and made (`rx-form/arches`, `cases/setup-arches`, `requests/items`). Pure. */
export type OneArch = 1 | 2

/** An arch in sentences, by the words of the jaws (`options.ts`). */
export const archWords: Record<OneArch, string> = { 1: 'maxillary', 2: 'mandibular' }

/** What the viewer calls the scans of a scene; other pages call them by the jaws. */
export const archLabels: Record<number, string> = { 1: 'Upper', 2: 'Lower', 3: 'Both arches' }

/** The arches of a choice or of a file: 3 is both; a file without one may show both. */
export const archesOf = (jaws: number | null): OneArch[] => (jaws === 1 || jaws === 2 ? [jaws] : [1, 2])

/** The arches that some files show together. */
const shownBy = (files: readonly (number | null)[]): OneArch[] =>
  archesOf(3).filter((arch) => files.some((jaws) => archesOf(jaws).includes(arch)))

/**
 * The ordered arch that these files do not show; null when none is missing, or when there are no files. At most one can
 * be missing, because the files show one.
 */
export function missingArch(ordered: number, files: readonly (number | null)[]): OneArch | null {
  const shown = shownBy(files)
  if (shown.length === 0) return null
  return archesOf(ordered).find((arch) => !shown.includes(arch)) ?? null
}

/** The arches that are made of a setup: the ordered ones that it shows, else those that it shows; without one, the ordered. */
export function madeArches(ordered: number, setup: readonly (number | null)[]): OneArch[] {
  const shown = shownBy(setup)
  const both = archesOf(ordered).filter((arch) => shown.includes(arch))
  return both.length > 0 ? both : shown.length > 0 ? shown : archesOf(ordered)
}

/** The choice of jaws that some arches are. */
export const jawsOf = (arches: readonly OneArch[]): 1 | 2 | 3 => (arches.length === 1 ? arches[0]! : 3)
