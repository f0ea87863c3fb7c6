import type { CheckedAs } from '@archwire/mesh'
import { largestUpload, type UploadPurpose } from '@archwire/contract/patient-files/types.ts'

/** The files that a form accepts. */
export interface UploadKind {
  purpose: UploadPurpose
  /** File name endings, with the dot; what the chooser offers and the drop accepts. */
  endings: readonly string[]
  maxFiles: number
  maxBytes: number
  /** Whether scans need their arch. */
  asksArch: boolean
  /** What its scans are judged as before they travel. */
  checkAs: CheckedAs
}

export const stlScans = (maxFiles: number): UploadKind => ({
  purpose: 'scan',
  endings: ['.stl'],
  maxFiles,
  maxBytes: largestUpload.scan,
  asksArch: true,
  checkAs: 'scan',
})
/** A setup is one scan per arch. */
export const setupScans: UploadKind = { ...stlScans(2), checkAs: 'setup' }
/** Any readable scan, for an existing case: PLY and OBJ carry colors. */
export const scans = (maxFiles: number): UploadKind => ({ ...stlScans(maxFiles), endings: ['.stl', '.ply', '.obj'] })
export const photos = (maxFiles: number): UploadKind => ({
  purpose: 'photo',
  // Not HEIC: phones convert their photos to JPEG when it is not offered.
  endings: ['.jpg', '.jpeg', '.png', '.webp', '.tif', '.tiff'],
  maxFiles,
  maxBytes: largestUpload.photo,
  asksArch: false,
  checkAs: 'scan',
})
