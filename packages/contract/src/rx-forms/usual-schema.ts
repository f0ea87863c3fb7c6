import { z } from 'zod'
import type { RxFormField } from './fields.ts'
import { formPreferences, usualEntries, type FormPreference, type UsualChoices, type UsualName } from './preferences.ts'
import { takenChange } from './schema.ts'

/** What a field begins with at a practice, as it is shown. */
function begun({ kind, usual }: RxFormField): z.ZodType {
  const value = kind === 'toggle' ? z.boolean() : kind === 'line' || kind === 'method' ? z.string() : z.int()
  return usual === null ? value.nullable() : value
}
/** What the fields of a practice's forms begin with (`rx-form/preferences`). */
export const usualShape = Object.fromEntries(usualEntries.map(([name, field]) => [name, begun(field)])) as unknown as {
  [K in UsualName]: z.ZodType<UsualChoices[K]>
}

/** What a practice may choose a field to begin with. */
function takenAsUsual(field: RxFormField): z.ZodType {
  if (field.kind !== 'choice') return takenChange(field)
  const choice = z.literal(field.options.map(({ id }) => id))
  return (field.usual === null ? choice.nullable() : choice).optional()
}
/** A change of what a practice's forms begin with. */
export const formPreferenceShape = Object.fromEntries(
  formPreferences.map(([name, field]) => [name, takenAsUsual(field)]),
) as unknown as { [K in FormPreference]: z.ZodOptional<z.ZodType<UsualChoices[K], UsualChoices[K]>> }
