import type { PatientSummary } from '@archwire/contract/patients/schema.ts'

type Numbered = Pick<PatientSummary, 'id' | 'case_code' | 'case_number_text'>

/** As the server compares: without accents and case, each gap one space. */
const plain = (text: string): string =>
  text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().split(' ').filter(Boolean).join(' ')

/**
 * The case that a typed text names: by its code, which is unique, else by a number that no other case has
 * (`work/search`).
 */
export function exactCase<C extends Numbered>(found: readonly C[], typed: string): C | undefined {
  const wanted = plain(typed)
  const coded = found.find(({ case_code }) => plain(case_code) === wanted)
  if (coded || wanted === '') return coded
  const numbered = found.filter(({ case_number_text }) => plain(case_number_text) === wanted)
  return numbered.length === 1 ? numbered[0] : undefined
}
