import type { FieldTable, Rule } from './record-fields.ts'

/** Beside a field that holds what looks like the number of a card (`billing/no-card-numbers`). */
export const noCardNumbers = 'Do not enter card or account numbers here.'

/** Digits of a text's numbers: runs of digits, with single spaces and hyphens between them. */
const runs = /\d(?:[ -]?\d)*/g

/** The check digit of card numbers (ISO/IEC 7812). */
function passesLuhn(digits: string): boolean {
  let sum = 0
  for (let at = 0; at < digits.length; at += 1) {
    const digit = Number(digits[digits.length - 1 - at])
    sum += at % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2
  }
  return sum % 10 === 0
}

/** Whether a run of digits contains 13 to 19 in a row that could be a card's number. */
function holdsOne(digits: string): boolean {
  for (let length = 13; length <= 19; length += 1)
    for (let from = 0; from + length <= digits.length; from += 1)
      if (passesLuhn(digits.slice(from, from + length))) return true
  return false
}

/** Whether a text contains a number of 13 to 19 digits that passes the check of card numbers, spaces and hyphens ignored. */
export const holdsCardNumber = (text: string): boolean =>
  (text.normalize('NFKC').match(runs) ?? []).some((run) => holdsOne(run.replaceAll(/[ -]/g, '')))

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
