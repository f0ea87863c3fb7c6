import { z } from 'zod'
import { Day, id, Instant, line, Status, text, version } from '../core/fields.ts'
import { fileDate } from './file-date.ts'
import { fileKinds, largestUpload, mediaType, photoViewIds } from './types.ts'

/** The processing state of a file. `kept`: stored as it is, without a viewer. */
export const processingStates = ['waiting', 'ready', 'flagged', 'kept'] as const

export const Finding = z.strictObject({
  code: z.string(),
  /** A note is said, a warning asks the sender, what blocks is refused. */
  severity: z.enum(['note', 'warn', 'block']),
  message: z.string(),
})

const Triple = z.tuple([z.number(), z.number(), z.number()])
const Box = z.strictObject({ min: Triple, max: Triple, size: Triple })
const count = z.int().min(0)

/**
 * The figures of a checked scan, as packages/mesh defines them: the job parses its results with this before it writes.
 */
export const ScanReport = z.looseObject({
  /** Null when the bytes are in none of the formats we read. */
  format: z.string().nullable(),
  triangles: count,
  bounding_box: Box.nullable(),
  area_mm2: z.number(),
  volume_mm3: z.number().nullable(),
  geometry_hash: z.string().nullable(),
  verdict: z.enum(['pass', 'warn', 'block']),
  findings: z.array(Finding),
})
export type ScanReport = z.infer<typeof ScanReport>

export const PatientFile = z.strictObject({
  id: z.int(),
  name: z.string(),
  original_name: z.string(),
  patient_id: z.int(),
  patient_file_type_id: z.int(),
  kind: z.enum(fileKinds).nullable(),
  jaws_id: z.int().nullable(),
  size: z.number(),
  caption: z.string(),
  /** What a photo shows; null where nobody has said. */
  photo_view: z.enum(photoViewIds).nullable(),
  processing: z.enum(processingStates),
  /** Why a file is flagged, as a sentence for people. */
  problem: z.string().nullable(),
  /** The sender's response to a remark of the check before the upload. */
  check_note: z.string(),
  report: ScanReport.nullable(),
  viewer_id: z.string().nullable(),
  thumbnail_url: z.string().nullable(),
  url: z.string().nullable(),
  uploaded_by: z.string(),
  version: z.int(),
  file_modification_date: Instant.nullable(),
  created_at: Instant,
  updated_at: Instant,
})
export type PatientFile = z.infer<typeof PatientFile>

/** A file that the lab prints from, with its case and the open print (`requests/printing-files`). */
export const PrintingFile = z.strictObject({
  id: z.int(),
  original_name: z.string(),
  name: z.string(),
  updated_at: Instant,
  file_modification_date: Instant.nullable(),
  kind: z.enum(fileKinds).nullable(),
  jaws_id: z.int().nullable(),
  /** Its arches that are printed from a correction instead, or wait for one (`corrections/tray`); absent without any. */
  not_for_arches: z.array(z.int()).optional(),
  size: z.number(),
  processing: z.enum(processingStates),
  problem: z.string().nullable(),
  patient: z.strictObject({
    id: z.int(),
    full_name: z.string(),
    case_number_text: z.string(),
    case_code: z.string(),
    numeric_suffix: z.int().nullable(),
    user: z.strictObject({ full_name: z.string() }).nullable(),
  }),
  organization: z.strictObject({ id: z.int(), name: z.string(), account_number: z.string() }),
  patient_file_type: z.strictObject({ id: z.int(), name: z.string() }),
  printing_request: z.strictObject({
    id: z.int(),
    customer_request_id: z.int(),
    status: Status,
    ship_date: Day.nullable(),
  }),
})
export type PrintingFile = z.infer<typeof PrintingFile>

/** The name of a file, as its owner calls it: data, one line, nothing that a terminal or a header would interpret. */
export const fileName = () => line().regex(/^\P{Cc}*$/u, 'Invalid characters')

/** How an upload is named between its link and its registration. */
export const filePath = () => z.string().regex(/^[a-z][\w-]{15,80}$/, 'Unknown upload')

/** What a caller declares about a file before its bytes travel; size and type are fixed in the link's signature. */
export const uploadKeys = {
  /** The file’s name, as its owner calls it. */
  name: fileName(),
  /** Bytes. */
  size: z.coerce.number().int().min(1).max(largestUpload.scan),
  /** The media type that the bytes are sent with. */
  type: z.string().regex(mediaType, 'Invalid type').default('application/octet-stream'),
  /** The SHA-256 of the bytes, in hexadecimal. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** `scan` or `photo`: determines the maximum size. */
  purpose: z.enum(['scan', 'photo', 'report']).default('scan'),
  /**
   * The upload whose links expire before all of its bytes have arrived: the response has new links for it, and parts
   * that have arrived are kept. The other values must be the same as before. If the upload no longer takes any bytes,
   * the response is a new upload.
   */
  file_path: filePath().optional(),
}

/** A case has at most about fifty files; a folder dropped at once requests as many links. */
export const uploadRate = { max: 200, per: 'user' } as const

/**
 * Where to PUT the bytes: one link, or above 8 MB one link per part. `file_path` names the upload when it is
 * registered.
 */
export const UploadLink = z.strictObject({
  url: z.string().nullable(),
  file_path: z.string(),
  upload_id: z.string().nullable(),
  part_size: z.int().nullable(),
  part_urls: z.array(z.string()),
  expires_at: Instant,
})
export type UploadLink = z.infer<typeof UploadLink>

export const StoreUploadedFile = z.strictObject({
  file_path: filePath(),
  patient_id: id(),
  patient_file_type_id: z.int().min(1).max(4),
  kind: z.enum(fileKinds).default('submission'),
  /** Required of scans; a bite scan shows both arches, whatever is said here. */
  jaws_id: z.literal([1, 2, 3]).nullable().default(null),
  name: fileName(),
  caption: text(500).default(''),
  /** Of photos: what they show. */
  photo_view: z.enum(photoViewIds).nullable().default(null),
  /** Why a scan is sent although its check before the upload had a remark. */
  check_note: text(500).default(''),
  file_modification_date: fileDate().default(null),
})

/** What people say of a photo. */
export const PatientFileEdit = z.strictObject({
  caption: text(500).optional(),
  photo_view: z.enum(photoViewIds).nullable().optional(),
  version: version().optional(),
})
