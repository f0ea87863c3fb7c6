/** Kinds of files on a case (`scans/kinds`). Free of schemas: the browser imports it. */
export const patientFileTypes = {
  ios: { id: 1, label: 'IOS Files' },
  stl: { id: 2, label: 'STL Files' },
  photo: { id: 3, label: 'Photos' },
  analysis_report: { id: 4, label: 'Analysis Report' },
} as const
export type PatientFileType = keyof typeof patientFileTypes

const megabyte = 1024 * 1024
/** What is uploaded, and its maximum bytes: the browser checks it before anything travels, the server decides. */
export const largestUpload = {
  scan: 500 * megabyte,
  photo: 25 * megabyte,
  report: 25 * megabyte,
  /** The file of a bracket library, which belongs to no case. */
  library: 100 * megabyte,
} as const
/**
 * The most files of a kind a case may have, setups not counted (`scans/limits`); photos as many as one page shows well.
 * `bite`: bite scans, which do not count as STL files. `ios`: one is usual, more are asked about.
 */
export const mostOfCase = { ios: 10, stl: 20, bite: 4, photo: 100, report: 100 } as const
/** The most IOS files of an old case (`cases/old-case`). */
export const mostOfOldCase = 10
/** How long links to PUT bytes are valid. Then they are renewed: parts that have arrived are kept (`scans/three-steps`). */
export const uploadLinkMinutes = 15
export type UploadPurpose = keyof typeof largestUpload
/** What is uploaded for a case. */
export type CaseUploadPurpose = Exclude<UploadPurpose, 'library'>

/** What a scan of an arch belongs to: each kind is a scene. */
export const scanKinds = ['submission', 'setup', 'correction'] as const
export type ScanKind = (typeof scanKinds)[number]

/**
 * What a scan is. A bite scan shows upper and lower teeth from the cheek, closed: it says how the arches of a scene bite, and
 * has no scene of its own (`scans/bite-scan`).
 */
export const fileKinds = [...scanKinds, 'bite'] as const
export type FileKind = (typeof fileKinds)[number]

/** The `jaws_id` of a file that shows both arches, as a bite scan does. */
export const bothArches = 3

/** What a scene of a kind is called. */
export const scanKindLabels: Record<ScanKind, string> = {
  submission: 'Submission',
  setup: 'Setup',
  correction: 'Correction',
}

/** What the scene of readable desktop files is called. */
export const desktopSceneLabel = 'IOS Files'

/** The heading over the scans of a kind. */
export const scanKindTitles: Record<ScanKind, string> = {
  setup: 'Setup',
  submission: 'Submitted scans',
  correction: 'Correction',
}

/** A media type without parameters: what a browser declares, never what decides how a file is read. */
export const mediaType = /^[\w!#$&^.+-]{1,60}\/[\w!#$&^.+-]{1,60}$/

/**
 * The media type that the bytes of an upload are sent as; browsers name some files oddly, and most scans not at all.
 */
export const mediaTypeOf = (said: string): string => (mediaType.test(said) ? said : 'application/octet-stream')

/**
 * What a photo shows, in the order of a gallery (`scans/photo-views`): the eight pictures of an orthodontic record, from the
 * face to the teeth.
 */
export const photoViews = [
  { id: 'frontal', label: 'Face, at rest' },
  { id: 'smile', label: 'Face, smiling' },
  { id: 'profile', label: 'Profile' },
  { id: 'intraoral_frontal', label: 'Teeth, front' },
  { id: 'right_buccal', label: 'Teeth, right' },
  { id: 'left_buccal', label: 'Teeth, left' },
  { id: 'upper_occlusal', label: 'Upper occlusal' },
  { id: 'lower_occlusal', label: 'Lower occlusal' },
] as const
export type PhotoView = (typeof photoViews)[number]['id']
export const photoViewIds = photoViews.map(({ id }) => id)
