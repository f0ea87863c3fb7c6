import type { CheckedAs } from '@archwire/mesh'
import {
  type CaseUploadPurpose,
  largestUpload,
  mostOfCase,
  type PatientFileType,
} from '@archwire/contract/patient-files/types.ts'

/** The files that a form accepts. */
export interface UploadKind {
  purpose: CaseUploadPurpose
  /** What they become on a case. */
  fileType: PatientFileType
  /** File name endings, with the dot; what the chooser offers and the drop accepts. */
  endings: readonly string[]
  /** Whether the bytes of a file are enough, whatever its name ends with: phones give photos many endings. */
  anyEnding?: boolean
  /** Said before which endings are accepted, to a file with another one. */
  notOne?: string
  maxFiles: number
  maxBytes: number
  /** Whether scans need their arch. */
  asksArch: boolean
  /** The arch of its scans, where the form is about one. */
  arch?: 1 | 2
  /** Whether one of them may show how the arches bite; as many of these beside `maxFiles`. */
  maxBites: number
  /** What its scans are judged as before they travel; null: not before the lab's server reads them. */
  checkAs: CheckedAs | null
}

export const stlScans = (maxFiles: number): UploadKind => ({
  purpose: 'scan',
  fileType: 'stl',
  endings: ['.stl'],
  maxFiles,
  maxBytes: largestUpload.scan,
  asksArch: true,
  maxBites: mostOfCase.bite,
  checkAs: 'scan',
})
/** A setup is one scan per arch. */
export const setupScans: UploadKind = { ...stlScans(2), maxBites: 0, checkAs: 'setup' }
/** The file that replaces the setup of one arch (`corrections/corrected`). */
export const correctedScan = (arch: 1 | 2): UploadKind => ({ ...setupScans, maxFiles: 1, asksArch: false, arch })
/** Any readable scan, for an existing case: PLY and OBJ carry colors. */
export const scans = (maxFiles: number): UploadKind => ({ ...stlScans(maxFiles), endings: ['.stl', '.ply', '.obj'] })
/** Files of the scanner's own program: whether they hold a scan that the portal reads, their content says (`scans/left-alone`). */
export const iosFiles = (maxFiles: number): UploadKind => ({
  ...stlScans(maxFiles),
  fileType: 'ios',
  endings: ['.ios', '.sla'],
  notOne: 'Invalid IOS file provided',
  asksArch: false,
  maxBites: 0,
  checkAs: null,
})
export const photos = (maxFiles: number): UploadKind => ({
  purpose: 'photo',
  fileType: 'photo',
  // Not HEIC: phones convert their photos to JPEG when it is not offered.
  endings: ['.jpg', '.jpeg', '.png', '.webp', '.tif', '.tiff'],
  anyEnding: true,
  maxFiles,
  maxBytes: largestUpload.photo,
  asksArch: false,
  maxBites: 0,
  checkAs: 'scan',
})
/** What the lab found about a case, as a document or a picture of one. */
export const reports = (maxFiles: number): UploadKind => ({
  ...photos(maxFiles),
  purpose: 'report',
  fileType: 'analysis_report',
  endings: ['.pdf', '.png', '.jpg', '.jpeg'],
  maxBytes: largestUpload.report,
})

/** Whether the name of a file has one of the endings that a form accepts. */
export const hasEnding = ({ endings }: UploadKind, fileName: string): boolean =>
  endings.some((ending) => fileName.toLowerCase().endsWith(ending))
