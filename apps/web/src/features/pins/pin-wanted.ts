import { pageSignal } from '../../lib/page-signal.ts'

/** A comment that is to be shown in the 3D view of its case: its id, by the id of the case. */
export const pinWanted = pageSignal<number>({ waits: false })
