import { joined, straight } from '@archwire/contract/core/names.ts'
import { patientStatuses } from '@archwire/contract/patients/lifecycle.ts'
import { bareTracking } from '@archwire/contract/requests/couriers.ts'
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
const any = (conditions: Condition[]): Condition => sql`(${sql.join(conditions, sql` or `)})`

/** A word of letters with hyphens, as in names; numbers of cases have digits. */
const hasHyphen = /^[^\p{N}]*\p{L}\p{Pd}\p{L}[^\p{N}]*$/u

/**
 * A word of a search; in names hyphen, space and nothing are alike (`work/search`). A word of one or two letters may also
 * stand within, together with the word before or behind it: `De La Cruz` finds `DeLaCruz`.
 */
function wordOccurs(text: Condition, word: string, at: number, words: string[]): Condition {
  const ways: Condition[] = [within(text, word)]
  if (hasHyphen.test(word)) {
    const parts = word.split(/\p{Pd}+/u).filter(Boolean)
    ways.push(within(text, joined(word)), all(parts.map((part) => within(text, part))))
  } else if (word.length < 3) {
    const pairs = [words.slice(Math.max(at - 1, 0), at + 1), words.slice(at, at + 2)]
    const names = pairs.filter((pair) => pair.length === 2 && !/\p{N}/u.test(pair.join('')))
    ways.push(...names.map((pair) => within(text, pair.join(''))))
  }
  return ways.length === 1 ? ways[0]! : any(ways)
}
const occurs = (text: Condition, words: string[]): Condition =>
  words.length === 0 ? sql`false` : all(words.map((word, at) => wordOccurs(text, word, at, words)))

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
 * doctors' names anyone who sees cases of more than one.
 */
export function typedSearch({ scope, isManagement }: Pick<Actor, 'scope' | 'isManagement'>, typed: string): Typed {
  const words = wordsOf(straight(typed))
  const ofPatient = occurs(patientAlone, words)
  const indexed = occurs(everything, words)
  const readable = scope.kind !== 'practice' ? undefined : scope.all.length > 0 ? withDoctor : patientAlone
  const named = readable ? all([indexed, occurs(readable, words)]) : indexed
  const shipped = trackedAs({ scope }, bareTracking(typed))
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

/** Patients whose names, numbers or codes contain all words of a text; found in the index of the search. */
export function patientNamed(text: string): Condition {
  const words = wordsOf(text)
  return all([occurs(everything, words), occurs(patientAlone, words)])
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

/** Cases with a parcel of this tracking number in its one form (`requests/tracking`). Undefined for what can be none. */
function trackedAs({ scope }: Pick<Actor, 'scope'>, typed: string): Condition | undefined {
  if (!/^(?=.*\d)[A-Z\d]{8,}$/.test(typed)) return undefined
  // As an array, so that it is looked up once and joins the other index in one bitmap.
  return sql`c.patient_id = any(array(
    select pr.patient_id from ${rows(scope, 'printing_requests', 'pr')} where upper(pr.tracking_number) = ${typed}))`
}
