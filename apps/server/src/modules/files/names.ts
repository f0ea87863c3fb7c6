import { extname } from 'node:path'

const plain = (text: string) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()

/**
 * The name a file gets on a case (`scans/names`): its own when it holds the patient's names, else "{last}, {first},
 * {case number}" with an index before the extension if that is taken. `taken` are the names of the same type on the
 * case.
 */
export function nameOnCase(
  original: string,
  patient: { first_name: string; last_name: string; case_number_text: string },
  taken: string[],
): string {
  const extension = extname(original)
  const fits = plain(original).includes(plain(patient.first_name)) && plain(original).includes(plain(patient.last_name))
  const ofPatient = [patient.last_name, patient.first_name, patient.case_number_text].filter(Boolean).join(', ')
  const base = fits ? original.slice(0, original.length - extension.length) : ofPatient
  const used = new Set(taken.map(plain))
  for (let index = 0; ; index += 1) {
    const name = `${base}${index === 0 ? '' : ` (${index})`}${extension}`
    if (!used.has(plain(name))) return name
  }
}
