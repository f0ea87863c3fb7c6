import type { ScanKind } from '@archwire/contract/patient-files/types.ts'

/** What a link shows, as the history words it. */
export const kindWords: Record<ScanKind, string> = {
  submission: 'submitted scans',
  setup: 'setup',
  correction: 'correction',
}
