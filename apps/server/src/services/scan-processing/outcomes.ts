import type { CheckedAs, ScanReport } from '@archwire/mesh'

/** A stored scan and where its web mesh, the coarse one of its first picture (GLB) and its thumbnail (WebP) go. */
export type ScanInput = { path: string; as: CheckedAs; meshPath: string; coarsePath: string; thumbnailPath: string }

/**
 * `mesh_bytes` is null, and no file was written, when nothing can be shown; `coarse_bytes` also for scans that are small
 * enough to arrive at once.
 */
export type ScanOutcome = { report: ScanReport; mesh_bytes: number | null; coarse_bytes: number | null }

/** A stored photo and where its thumbnail and display size (WebP) go. */
export type PhotoInput = { path: string; thumbnailPath: string; displayPath: string }

/** The photo as people see it: turned upright, sizes in pixels. Or why it is refused, as a sentence. */
export type PhotoOutcome =
  | { accepted: true; width: number; height: number; format: string }
  | { accepted: false; message: string }
