/**
 * How a bite came to be. `as_files_lie`: a person says that the files fit as they are; `by_shape`: what a person placed is
 * taken back, and the shapes of the scans decide again. Free of schemas: the browser imports it.
 */
export const biteMethods = {
  as_files_lie: { label: 'as in the files' },
  by_hand: { label: 'turned by hand' },
  three_points: { label: 'by three points' },
  buccal_bite: { label: 'by the bite scan' },
  as_submitted: { label: 'as the submitted scans' },
  by_shape: { label: 'by shape again' },
} as const
export type BiteMethod = keyof typeof biteMethods

/** The most versions that a case holds, those of all kinds together. */
export const maxBites = 500
