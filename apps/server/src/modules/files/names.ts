import { extname } from 'node:path'
import {
  fitsPatient,
  freeName,
  keepsTakenName,
  safeName,
  takenNameMessage,
} from '@archwire/contract/patient-files/file-names.ts'
import type { PatientFileType } from '@archwire/contract/patient-files/types.ts'
import { Conflict } from '../../kernel/errors.ts'

/** What the name of a file may be made of. */
type Named = { first_name: string; last_name: string; case_number_text: string }

/**
 * The name a file gets on a case (`scans/names`): its own when it holds the patient's names, else "{last}, {first},
 * {case number}" with an index before the extension if that is taken. `taken` are the names of the same type on the
 * case.
 */
export function nameOnCase(original: string, patient: Named, taken: readonly string[]): string {
  const ofPatient = [patient.last_name, patient.first_name, patient.case_number_text].filter(Boolean).join(', ')
  const name = safeName(fitsPatient(original, patient) ? original : ofPatient + extname(original))
  return freeName(name, taken, extname(name))
}

/**
 * The files of one type of a new case, each with the name that it gets there. Photos get an index where a name is taken,
 * as on a case. @throws Conflict for another file that keeps a taken name
 */
export function namedForCase<File extends { name: string }>(
  patient: Named,
  files: readonly File[],
  type: PatientFileType,
): File[] {
  const taken: string[] = []
  return files.map((file) => {
    if (type !== 'photo' && keepsTakenName(file.name, patient, taken)) throw new Conflict(takenNameMessage)
    const name = nameOnCase(file.name, patient, taken)
    taken.push(name)
    return { ...file, name }
  })
}
