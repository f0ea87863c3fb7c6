import { extname } from 'node:path'

const plain = (text: string) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** What the name of a file may be made of. */
type Named = { first_name: string; last_name: string; case_number_text: string }

/** Whether the name of a file holds the patient's names, so that the file keeps it. */
const fitsPatient = (original: string, patient: Named): boolean =>
  plain(original).includes(plain(patient.first_name)) && plain(original).includes(plain(patient.last_name))

/** Whether a file would keep its name on a case, and another file of the same type has that name (`scans/names`). */
export const keepsTakenName = (original: string, patient: Named, taken: readonly string[]): boolean =>
  fitsPatient(original, patient) && taken.some((name) => plain(name) === plain(original))

/**
 * The name a file gets on a case (`scans/names`): its own when it holds the patient's names, else "{last}, {first},
 * {case number}" with an index before the extension if that is taken. `taken` are the names of the same type on the
 * case.
 */
export function nameOnCase(original: string, patient: Named, taken: readonly string[]): string {
  const extension = extname(original)
  const fits = fitsPatient(original, patient)
  const ofPatient = [patient.last_name, patient.first_name, patient.case_number_text].filter(Boolean).join(', ')
  const base = fits ? original.slice(0, original.length - extension.length) : ofPatient
  const used = new Set(taken.map(plain))
  for (let index = 0; ; index += 1) {
    const name = `${base}${index === 0 ? '' : ` (${index})`}${extension}`
    if (!used.has(plain(name))) return name
  }
}

/** The files of one type of a new case, each with the name that it gets there. */
export function namedForCase<File extends { name: string }>(patient: Named, files: readonly File[]): File[] {
  const taken: string[] = []
  return files.map((file) => {
    const name = nameOnCase(file.name, patient, taken)
    taken.push(name)
    return { ...file, name }
  })
}
