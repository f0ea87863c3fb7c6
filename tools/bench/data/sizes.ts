/** How many of everything a number of patients brings; ids follow from it, so that set-based SQL can refer to rows unseen. */
export interface Sizes {
  patients: number
  partners: number
  practices: number
  /** Lab people come first, then those of partners, then four of each practice. */
  staff: number
}

export const sizesFor = (patients: number): Sizes => ({
  patients,
  partners: 20,
  practices: Math.max(20, Math.round(patients / 80)),
  staff: 40,
})

/** The one day that all dates count back from: the same data on every machine and day. */
export const referenceDay = '2026-11-20T18:00:00Z'

export const staffRoleOf = (id: number): string =>
  id === 1 ? 'super_admin' : id === 2 ? 'admin' : id <= 20 ? 'tech_support' : 'supervisor'

/** The owner of the practice with this index, 0 being the biggest: the second doctor, a manager and an assistant follow. */
export const ownerOf = (sizes: Sizes, practice: number): number => sizes.staff + sizes.partners + practice * 4 + 1
export const practiceId = (sizes: Sizes, practice: number): number => sizes.partners + practice + 1

const list = (texts: readonly string[]) => `array[${texts.map((text) => `'${text.replaceAll("'", "''")}'`).join(',')}]`

/** SQL: one of `texts`, early ones more often; `number` is a value of [0, 1). */
export const skewed = (texts: readonly string[], number: string): string =>
  `(${list(texts)})[1 + floor(power(${number}, 1.7) * ${texts.length})::int]`

/** SQL: one of `texts`, all alike. */
export const oneOf = (texts: readonly string[], number: string): string =>
  `(${list(texts)})[1 + floor(${number} * ${texts.length})::int]`
