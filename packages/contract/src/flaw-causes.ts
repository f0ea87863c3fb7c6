/** Why a tray is flawed (`corrections/cause`): chosen by who asks, corrected by the lab. Ours: labs count their remakes by it. */
export const flawCauses = {
  scan: 'Scan',
  setup: 'Setup',
  print: 'Print',
  post_cure: 'Post-cure',
  seating: 'Seating',
  transit: 'Transit',
} as const
export type FlawCause = keyof typeof flawCauses
export const flawCauseNames = Object.keys(flawCauses) as [FlawCause, ...FlawCause[]]
