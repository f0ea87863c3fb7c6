import type { FieldTable, Rule } from './record-fields.ts'

/** Beside a field that holds what looks like the number of a card (`billing/no-card-numbers`). */
export const noCardNumbers = 'Do not enter card or account numbers here.'

/** Numbers in a text: runs of digits, with spaces and hyphens between them. */
const runs = /\d(?:[\p{Zs}\p{Pd}\u2212]*\d)*/gu
/** A number with the card's last month right behind it. */
const withMonth = /(\d{13,19})(?:0[1-9]|1[0-2])\/\d\d/g
const between = /[\p{Zs}\p{Pd}\u2212]+/u

/** The text with every digit as 0 to 9, without signs that are not seen or only change how a digit looks. */
const seenDigits = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/[\p{Cf}\p{M}]/gu, '')
    .replaceAll(/\p{Nd}/gu, digitOf)

/** Digits of a script follow each other from 0 to 9. */
function digitOf(sign: string): string {
  const code = sign.codePointAt(0)!
  let zero = code
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1
  return String((code - zero) % 10)
}

/** The check digit of card numbers (ISO/IEC 7812). */
function passesLuhn(digits: string): boolean {
  let sum = 0
  for (let at = 0; at < digits.length; at += 1) {
    const digit = Number(digits[digits.length - 1 - at])
    sum += at % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2
  }
  return sum % 10 === 0
}

const isCardNumber = (digits: string): boolean => digits.length >= 13 && digits.length <= 19 && passesLuhn(digits)

/** Neighboring groups of a run, put together: a card's number may stand beside its last month. */
const joined = (groups: readonly string[]): string[] =>
  groups.flatMap((_, from) => groups.slice(from).map((_, more) => groups.slice(from, from + more + 1).join('')))

/** Parts of a group that is too long to be a number itself. */
const partsOf = (group: string): string[] =>
  group.length <= 19
    ? []
    : Array.from({ length: group.length - 12 }, (_, from) =>
        Array.from({ length: 7 }, (_, more) => group.slice(from, from + 13 + more)),
      ).flat()

/**
 * Whether a text contains a number of 13 to 19 digits that passes the check of card numbers. Digits in groups, with spaces
 * and hyphens between them, are read as one number, and so are their neighboring groups. Digits of other scripts are
 * digits, too.
 */
export function holdsCardNumber(text: string): boolean {
  const seen = seenDigits(text)
  return (
    (seen.match(runs) ?? []).some((run) => {
      const groups = run.split(between)
      return [...joined(groups), ...groups.flatMap(partsOf)].some(isCardNumber)
    }) || [...seen.matchAll(withMonth)].some(([, number]) => isCardNumber(number!))
  )
}

/**
 * The text with the digits of every number that looks like a card's as dots, for words that come from elsewhere
 * (`billing/no-card-numbers`). A text without one stays as it is.
 */
export const maskCardNumbers = (text: string): string =>
  holdsCardNumber(text)
    ? seenDigits(text).replaceAll(runs, (run, at: number, whole: string) =>
        holdsCardNumber(whole.slice(at, at + run.length + 3)) ? run.replaceAll(/\d/g, '•') : run,
      )
    : text

/** The message for a text that holds a card number; undefined for others. */
export const cardNumberProblem = (text: string): string | undefined =>
  holdsCardNumber(text) ? noCardNumbers : undefined

/** The same fields, refusing card numbers in every text except those named (a phone number may look like one). */
export function refusingCardNumbers<T extends FieldTable>(table: T, ...except: (keyof T & string)[]): T {
  const guarded = (rule: Rule): Rule => {
    if (rule.kind !== 'line' && rule.kind !== 'email' && rule.kind !== 'text') return rule
    const { check } = rule
    return { ...rule, check: (text: string) => cardNumberProblem(text) ?? check?.(text) }
  }
  return Object.fromEntries(
    Object.entries(table).map(([name, field]) => [
      name,
      except.includes(name) ? field : { ...field, rule: guarded(field.rule) },
    ]),
  ) as T
}
