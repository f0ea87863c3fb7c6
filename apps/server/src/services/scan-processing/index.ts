import { fileURLToPath } from 'node:url'
import type { PhotoInput, PhotoOutcome, ScanInput, ScanOutcome } from './outcomes.ts'
import type { BoundedResult } from './run-bounded.ts'
import { runBounded } from './run-bounded.ts'

export type { PhotoInput, PhotoOutcome, ScanInput, ScanOutcome } from './outcomes.ts'
export type { BoundedResult, End } from './run-bounded.ts'
export { LONGEST_CHECK_MS } from './run-bounded.ts'

const SCAN_PROGRAM = fileURLToPath(new URL('process-scan.ts', import.meta.url))
const PHOTO_PROGRAM = fileURLToPath(new URL('process-photo.ts', import.meta.url))

/**
 * Checks a stored scan in a bounded child and writes its web mesh (GLB) and thumbnail (WebP). A verdict of `block` is
 * an outcome, with nothing written; `ok: false` means that the check itself did not finish, with the reason as a
 * sentence. Safe to repeat.
 */
export function processScan(input: ScanInput): Promise<BoundedResult<ScanOutcome>> {
  return runBounded<ScanOutcome>(SCAN_PROGRAM, input)
}

/** Creates the sizes of a stored photo in a bounded child: no EXIF, upright. Refuses anything but a raster photo. */
export function processPhoto(input: PhotoInput): Promise<BoundedResult<PhotoOutcome>> {
  return runBounded<PhotoOutcome>(PHOTO_PROGRAM, input)
}
