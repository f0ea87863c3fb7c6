import type { PatientFile } from '@archwire/contract/patient-files/schema.ts'
import { patientFileTypes } from '@archwire/contract/patient-files/types.ts'
import { jaws, labelOf } from '@archwire/contract/rx-forms/options.ts'

/** A file as paper names it: what it shows, and what its sender said of it. */
export interface PaperFile {
  id: number
  name: string
  what: string
  note: string
}

const isScan = ({ patient_file_type_id: type }: PatientFile): boolean =>
  type === patientFileTypes.stl.id || type === patientFileTypes.ios.id

/** What the practice sent with its form: scans with their arch, then photos with their captions. Setups are the lab's. */
export const paperFiles = (files: readonly PatientFile[]): PaperFile[] => [
  ...files
    .filter((file) => isScan(file) && ['submission', 'bite', null].includes(file.kind))
    .map(({ id, name, kind, jaws_id, check_note }) => ({
      id,
      name,
      what: kind === 'bite' ? 'Bite scan' : labelOf(jaws, jaws_id),
      note: check_note,
    })),
  ...files
    .filter(({ patient_file_type_id: type }) => type === patientFileTypes.photo.id)
    .map(({ id, name, caption }) => ({ id, name, what: 'Photo', note: caption })),
]
