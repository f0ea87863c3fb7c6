import type { SceneFile } from '../scene.ts'
import type { BiteSign, Doubt } from './place-scans.ts'

/** What the sign beside the arches says. */
export const signWords: Record<Exclude<BiteSign, null>, string> = {
  in_bite: 'In the bite',
  apart: 'Scanned apart',
  unsure: 'Bite unsure',
  placed: 'Placed by hand',
  turned: 'Turned by hand',
}

/** What to know about it; nothing where all is well. `mayPlace`: this person can place the arches, `hasBiteScan`: by a scan of their bite, too. */
export function signHint(
  sign: BiteSign,
  doubts: readonly Doubt[],
  mayPlace: boolean,
  hasBiteScan: boolean,
): string | null {
  if (doubts.includes('inside_out')) return 'A scan is inside out or mirrored. See its warning sign.'
  if (doubts.includes('other_jaw')) return 'A scan has the shape of the other jaw. See its warning sign.'
  const by = hasBiteScan ? ' There is a bite scan. Use it to place them (B).' : ' Place them (B).'
  const next = mayPlace ? by : ''
  if (sign === 'apart')
    return `The arches were scanned separately. They are shown one above the other, not in the bite.${next}`
  if (sign === 'turned')
    return `Arches turned by hand are not in the bite yet.${mayPlace ? ' Bring them together (B).' : ''}`
  if (sign === 'unsure')
    return `It is not certain that these scans are in the bite. They are shown as they are in the files.${mayPlace ? ' Look, then confirm or place them (B).' : ''}`
  return null
}

const jawWords = { 1: 'upper', 2: 'lower', 3: '' } as const

/** Doubts about one scan, as sentences. */
export function doubtWords(doubts: readonly Doubt[], { jaws_id }: Pick<SceneFile, 'jaws_id'>): string[] {
  const other = jaws_id === 1 ? 'lower' : 'upper'
  const words: Record<Doubt, string> = {
    inside_out: 'The file is inside out or mirrored. Left and right may be swapped. Ask for a new file.',
    other_jaw: `It is labeled ${jawWords[jaws_id]}, but has the shape of ${other === 'upper' ? 'an upper' : 'a lower'} arch. If the label is wrong, left and right are swapped here.`,
    lies_by_guess: 'Its orientation is a guess, because its shape does not show which way is up.',
  }
  return doubts.map((doubt) => words[doubt])
}
