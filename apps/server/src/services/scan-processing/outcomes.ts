import type { ScanReport } from '@archwire/mesh'

/** A stored scan and where its web mesh (GLB) and thumbnail (WebP) go. */
export type ScanInput = { path: string; meshPath: string; thumbnailPath: string }

/** `mesh_bytes` is null, and no file was written, when nothing can be shown. */
export type ScanOutcome = { report: ScanReport; mesh_bytes: number | null }

/** A stored photo and where its thumbnail and display size (WebP) go. */
export type PhotoInput = { path: string; thumbnailPath: string; displayPath: string }

/** The photo as people see it: turned upright, sizes in pixels. Or why it is refused, in a sentence. */
export type PhotoOutcome =
  | { accepted: true; width: number; height: number; format: string }
  | { accepted: false; message: string }
