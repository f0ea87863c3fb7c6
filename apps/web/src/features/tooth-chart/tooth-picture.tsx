import { isDeciduous, isUpper, positionOf, type Tooth } from '@archwire/contract/rx-forms/teeth.ts'
import styles from './arches.module.css'

const outlines = {
  incisor: {
    root: 'M11 19C12 12 14 3 16 3s4 9 5 16',
    crown: 'M11 19C9 24 8 30 8 34q0 3 3 3h10q3 0 3-3c0-4-1-10-3-15Z',
  },
  canine: {
    root: 'M11 19C12 11 14 1 16 1s4 10 5 18',
    crown: 'M11 19C9 24 7.6 27 8 31l7 6.5q1 .8 2 0l7-6.5c.4-4-1-7-3-12Z',
  },
  premolar: {
    root: 'M10 19C11 12 14 4 16 4s5 8 6 15',
    crown: 'M10 19c-2 4-3 9-2.5 13 1.5 4.5 3.5 5 5 4.5L16 34.5l3.5 2c1.5.500 3.5 0 5-4.5C25 28 24 23 22 19Z',
  },
  molar: {
    root: 'M7.5 19C7 12 8 4 10 4s4 8 6 11c2-3 4-11 6-11s3 8 2.5 15',
    crown: 'M7.5 19c-2.5 4-3.5 9-3 13 1.5 4.5 4 5 6 4.5l5.5-2.5 5.5 2.5c2 .5 4.5 0 6-4.5.500-4-.5-9-3-13Z',
  },
} as const

const outlineOf = (tooth: number) => {
  const position = positionOf(tooth)
  if (position <= 2) return outlines.incisor
  if (position === 3) return outlines.canine
  return position <= 5 && !isDeciduous(tooth) ? outlines.premolar : outlines.molar
}

/** Whether a tooth is in the mouth: one that is to be extracted still is. */
const isGone = ({ state }: Tooth) => state === 'missing' || state === 'unerupted'

/** The short sign of an entry, under its tooth: what it is stands in the legend, and in the tooth's name. */
export function signOf({ tooth, state, no_bracket, bracket_height }: Tooth): string {
  if (isGone({ state } as Tooth)) return isDeciduous(tooth) ? '' : state === 'missing' ? 'M' : 'U'
  if (state === 'extract') return 'X'
  if (no_bracket) return 'NB'
  return bracket_height === null ? '' : String(bracket_height)
}

/** Every sign with its meaning, in the order of the legend. */
export const signs = [
  { sign: 'X', label: 'To be extracted', isIn: ({ state }: Tooth) => state === 'extract' },
  { sign: 'M', label: 'Missing', isIn: (entry: Tooth) => signOf(entry) === 'M' },
  { sign: 'U', label: 'Not erupted', isIn: (entry: Tooth) => signOf(entry) === 'U' },
  { sign: 'NB', label: 'No bracket', isIn: ({ no_bracket }: Tooth) => no_bracket },
  { sign: '4.5', label: 'Bracket height, mm', isIn: ({ bracket_height }: Tooth) => bracket_height !== null },
  { sign: '•', label: 'Note', isIn: ({ note }: Tooth) => note !== '' },
]

/** One tooth as one looks at it from the front; what is said of it is a shape, and not a color alone. */
export function ToothPicture({ entry }: { entry: Tooth }) {
  const { root, crown } = outlineOf(entry.tooth)
  const { state, no_bracket, bracket_height, note } = entry
  return (
    <svg
      className={styles.tooth}
      viewBox="3 0 26 40"
      data-state={state}
      data-lower={!isUpper(entry.tooth) || undefined}
      data-deciduous={isDeciduous(entry.tooth) || undefined}
      aria-hidden="true"
    >
      {state !== 'missing' && <path className={styles.root} d={root} />}
      <path className={styles.crown} d={crown} />
      {state === 'extract' && <path className={styles.cross} d="M4 5 28 37M28 5 4 37" />}
      {no_bracket && <path className={styles.without} d="M16 22a5.5 5.5 0 1 0 .01 0ZM12 31.4l8-7.8" />}
      {bracket_height !== null && <rect className={styles.bracket} x="12" y="24" width="8" height="7" rx="1.2" />}
      {note !== '' && <circle className={styles.noted} cx="22" cy="6" r="4" />}
    </svg>
  )
}
