import { z } from 'zod'
import { emailPattern, keptEmail } from './email.ts'
import { day, id, lineText, trimmedText, version } from './fields.ts'
import {
  emailMax,
  isHundredths,
  problemOf,
  wordsOf,
  type Field,
  type FieldTable,
  type RecordFields,
  type Rule,
  type ValueOf,
} from './record-fields.ts'
import { clean, distinct, invalidCharacters, oneLine, required } from './text.ts'

/** What the server accepts of a record's form, made of its table of fields (`record-fields.ts`). */

type Written<F> = z.ZodType<ValueOf<F>, ValueOf<F>>
type Made<T extends FieldTable> = {
  [K in keyof T]: undefined extends T[K]['usual'] ? Written<T[K]> : z.ZodDefault<Written<T[K]>>
}
type Edited<T extends FieldTable> = { [K in keyof T]: z.ZodOptional<Written<T[K]>> } & {
  version: z.ZodOptional<z.ZodInt>
}

/** The body of a call that makes such a record: fields with a usual value may be left out. */
export const bodyOf = <T extends FieldTable>({ table }: RecordFields<T>): z.ZodObject<Made<T>, z.core.$strict> =>
  z.strictObject(
    each(table, ({ rule, usual }) => (usual === undefined ? schemaOf(rule) : schemaOf(rule).default(usual))),
  ) as never

/** The body of a call that edits one: what is left out stays as it is; `version` is the one that the edit was made on. */
export const editOf = <T extends FieldTable>({ table }: RecordFields<T>): z.ZodObject<Edited<T>, z.core.$strict> =>
  z.strictObject({ ...each(table, ({ rule }) => schemaOf(rule).optional()), version: version().optional() }) as never

const each = (table: FieldTable, make: (field: Field<unknown>) => z.ZodType): Record<string, z.ZodType> =>
  Object.fromEntries(Object.entries(table).map(([name, field]) => [name, make(field)]))

/** What a call accepts of one such field. */
export const accepts = <F extends Field<unknown>>({ rule }: F): Written<F> => schemaOf(rule) as Written<F>

function schemaOf(rule: Rule): z.ZodType {
  const schema = filledOf(rule)
  const isText = rule.kind === 'line' || rule.kind === 'email' || rule.kind === 'text'
  return 'mayBeEmpty' in rule && rule.mayBeEmpty && !isText ? schema.nullable() : schema
}

function filledOf(rule: Rule): z.ZodType {
  switch (rule.kind) {
    case 'line':
      return lineOf(rule)
    case 'email':
      return rule.mayBeEmpty || rule.check
        ? checked(textOf(rule.mayBeEmpty, emailMax).overwrite(keptEmail), rule)
        : textOf(false, emailMax).overwrite(keptEmail).email({ pattern: emailPattern, error: rule.words })
    case 'text': {
      const text = (rule.mayBeEmpty ? trimmedText() : trimmedText().min(1, { error: required, abort: true }))
        .max(rule.max, { error: wordsOf.tooLong(rule.max), abort: true })
        .refine(clean, { error: invalidCharacters, abort: true })
      return rule.check ? checked(text, rule) : text
    }
    case 'amount':
      return z
        .number()
        .min(rule.min, wordsOf.tooSmall(rule.min))
        .max(rule.max, wordsOf.tooLarge(rule.max))
        .refine(isHundredths, wordsOf.tooFine)
    case 'day':
      return day()
    case 'choice':
      return z.literal([...rule.ids], wordsOf.noOption)
    case 'flag':
      return z.boolean()
    case 'ids':
      return z.array(id()).max(rule.max, wordsOf.tooMany(rule.max)).refine(distinct, wordsOf.twice)
  }
}

function textOf(mayBeEmpty: boolean, max: number, missing = required) {
  const text = lineText()
  return (mayBeEmpty ? text : text.min(1, { error: missing, abort: true }))
    .max(max, { error: wordsOf.tooLong(max), abort: true })
    .refine(oneLine, { error: invalidCharacters, abort: true })
}

/** The field's own check, of a text that is nothing else: one message a mistake. */
const checked = (schema: z.ZodString, rule: Rule) =>
  schema.superRefine((text, context) => {
    const problem = text === '' ? undefined : problemOf(rule, text)
    if (problem !== undefined) context.addIssue({ code: 'custom', message: problem })
  })

function lineOf(rule: Extract<Rule, { kind: 'line' }>): z.ZodType {
  const text = textOf(rule.mayBeEmpty, rule.max, rule.missing)
  const schema = rule.check ? checked(text, rule) : text
  return rule.settle ? schema.overwrite(rule.settle) : schema
}
