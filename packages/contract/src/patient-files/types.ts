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
export const largestUpload = { scan: 500 * megabyte, photo: 25 * megabyte, report: 25 * megabyte } as const
/** The most files of a kind a case may have, setups not counted (`scans/limits`); photos as many as one page shows well. */
export const mostOfCase = { stl: 20, photo: 100 } as const
export type UploadPurpose = keyof typeof largestUpload

/** What a scan belongs to. */
export const scanKinds = ['submission', 'setup', 'correction'] as const
export type ScanKind = (typeof scanKinds)[number]

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
