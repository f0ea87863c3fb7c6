import { patientFileTypes } from './types.ts'

const ofType = {
  [patientFileTypes.ios.id]: 'delete_ios',
  [patientFileTypes.stl.id]: 'delete_scans',
  [patientFileTypes.photo.id]: 'delete_photos',
  [patientFileTypes.analysis_report.id]: 'delete_reports',
} as const
const ofKind = { setup: 'delete_setup', correction: 'delete_corrections' } as const

/** What a case calls deleting this file (`scans/who-deletes`): the button and the refusal ask for the same. */
export function deleteActionOf({ patient_file_type_id: type, kind }: DeletableFile): DeleteAction {
  if (kind === 'setup' || kind === 'correction') return ofKind[kind]
  return ofType[type as keyof typeof ofType]
}

interface DeletableFile {
  patient_file_type_id: number
  kind: string | null
}
export type DeleteAction = (typeof ofType)[keyof typeof ofType] | (typeof ofKind)[keyof typeof ofKind]
