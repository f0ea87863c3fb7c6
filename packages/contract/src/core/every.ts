/**
 * A list in an order of its own that names each member of a union: it does not compile while one is missing.
 * `every<PatientStatus>()(['new', 'in_progress', …])`
 */
export const every =
  <T>() =>
  <const L extends readonly T[]>(list: L & ([T] extends [L[number]] ? unknown : { missing: Exclude<T, L[number]> })) =>
    list as L
