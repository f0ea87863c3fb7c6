import { patientStatuses } from '@archwire/contract/patients/lifecycle.ts'
import { sql, type RawBuilder } from 'kysely'
import { ids } from '../../db/ids.ts'
import { occursIn } from '../../db/patterns.ts'
import { rows } from '../../db/scope.ts'
import type { Actor } from '../../kernel/actor.ts'

type Condition = RawBuilder<unknown>

/** Words that all have to occur. The sign between the parts of a ready row is none: it would find every case. */
const wordsOf = (text: string) =>
  text
    .split(' ')
    .filter((word) => !/^[|｜]*$/.test(word))
    .slice(0, 6)
/**
 * Where a word may stand: of one or two letters only at the beginning of a word, because an index of three letters each
 * finds no shorter ones within.
 */
const within = (text: Condition, word: string) => occursIn(text, word, word.length < 3 ? ' ' : '')
const all = (conditions: Condition[]): Condition => sql`(${sql.join(conditions, sql` and `)})`
const occurs = (text: Condition, words: string[]): Condition =>
  words.length === 0 ? sql`false` : all(words.map((word) => within(text, word)))

/** All that a search looks through, written as the index `case_rows_search_all` has it. */
const everything = sql`(' ' || c.search_text || ' | ' || c.doctor_name || ' | ' || c.organization_name)`
const withDoctor = sql`(' ' || c.search_text || ' | ' || c.doctor_name)`
const patientAlone = sql`(' ' || c.search_text)`

/** Nothing is left to do for the case `c`. */
const isOver = sql`c.patient_status_id = ${ids(patientStatuses.completed)} or c.archived or c.cancelled`

/** What a typed text finds among ready rows `c`, and how closely. */
export interface Typed {
  found: Condition
  /**
   * 0 for the case whose number, code or tracking number was typed, 1 for a patient's name, 3 for a doctor's or
   * practice's; for the lab and partners one more where the case is over, so that open cases come before.
   */
  rank: Condition
}

/**
 * A typed text as conditions on ready rows `c` (`work/search`). The lab and partners search practices' names, too;
 * doctors' names whoever sees cases of more than one.
 */
export function typedSearch({ scope, isManagement }: Pick<Actor, 'scope' | 'isManagement'>, typed: string): Typed {
  const words = wordsOf(typed)
  const ofPatient = occurs(patientAlone, words)
  const indexed = occurs(everything, words)
  const readable = scope.kind !== 'practice' ? undefined : scope.all.length > 0 ? withDoctor : patientAlone
  const named = readable ? all([indexed, occurs(readable, words)]) : indexed
  const shipped = trackedAs({ scope }, words.join(''))
  const later = isManagement ? sql` + (${isOver})::int` : sql``
  const exact = [
    occursIn(sql`c.search_text`, words.join(' '), ' | ', ' | '),
    ...[codeIn(typed)].filter((id) => id !== undefined).map((id) => sql`c.patient_id = ${id}`),
    ...(shipped ? [shipped] : []),
  ]
  return {
    found: shipped ? sql`(${named} or ${shipped})` : named,
    rank: sql`case when ${sql.join(exact, sql` or `)} then 0 when ${ofPatient} then 1${later} else 3${later} end`,
  }
}

/** Doctors whose names contain all words of a text; found in the index of the search. */
export function doctorNamed(text: string): Condition {
  const words = wordsOf(text)
  return all([occurs(everything, words), occurs(sql`(' ' || c.doctor_name)`, words)])
}

/** Doctors or practices whose names contain all words of a text, together; found in the index of the search. */
export function doctorOrPracticeNamed(text: string): Condition {
  const words = wordsOf(text)
  return all([occurs(everything, words), occurs(sql`(' ' || c.doctor_name || ' | ' || c.organization_name)`, words)])
}

/** The id that a case code names. */
const codeIn = (typed: string): number | undefined => {
  const digits = /^c-(\d{1,9})$/i.exec(typed.trim())?.[1]
  return digits === undefined ? undefined : Number(digits)
}

/** Cases with a parcel of this tracking number; carriers write it with spaces. Undefined for what can be none. */
function trackedAs({ scope }: Pick<Actor, 'scope'>, typed: string): Condition | undefined {
  if (!/^(?=.*\d)[a-z\d-]{8,}$/i.test(typed)) return undefined
  // As an array, so that it is looked up once and joins the other index in one bitmap.
  return sql`c.patient_id = any(array(
    select pr.patient_id from ${rows(scope, 'printing_requests', 'pr')} where upper(pr.tracking_number) = upper(${typed})))`
}
