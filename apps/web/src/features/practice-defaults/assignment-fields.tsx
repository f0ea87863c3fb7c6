import { assignment, assignments } from '@archwire/contract/rx-forms/options.ts'
import { ChecksField, ChoiceField } from '../../ui/form/choice-field.tsx'
import { Wide } from '../../ui/form/record-form.tsx'
import { useFormPart, type KeysOf, type FormStore } from '../../ui/form/store.ts'
import type { ChoiceKeys, IdOf } from '../../ui/form/use-choice.ts'

export type Assignment = 1 | 2 | 3
export interface Partner {
  id: number
  name: string
}

interface Props<V extends object, A extends KeysOf<V, number[]>, U extends ChoiceKeys<V>> {
  form: FormStore<V>
  /** The field of those who may do it, and what it is called. */
  allowed: A
  allowedLabel: string
  /** The field of the one who usually does. */
  usual: U
  usualLabel: string
  partner: Partner | null
}

/** Who may do a part of the work, and who usually does; the partner under its name, where there is one. */
export function AssignmentFields<V extends object, A extends KeysOf<V, number[]>, U extends ChoiceKeys<V>>(
  props: Props<V, A, U>,
) {
  const { form, allowed, allowedLabel, usual, usualLabel, partner } = props
  const chosen = useFormPart(form, () => form.values()[allowed]) as readonly number[]
  const people = assignments
    .filter(({ id }) => id !== assignment.thirdParty || partner !== null)
    .map(({ id, label }) => ({ id: id as Assignment, label: id === assignment.thirdParty ? partner!.name : label }))
  return (
    <>
      <Wide>
        <ChecksField form={form} name={allowed} label={allowedLabel} required options={people} />
      </Wide>
      <Wide>
        <ChoiceField
          form={form}
          name={usual}
          label={usualLabel}
          options={people
            .filter(({ id }) => chosen.includes(id))
            .map(({ id, label }) => ({ id: id as unknown as IdOf<V[U]>, label }))}
        />
      </Wide>
    </>
  )
}

/** The one who usually does it, among those who may: the first of them where it is not. */
export const usualAmong = (allowed: readonly number[], usual: Assignment): Assignment =>
  allowed.includes(usual) || allowed.length === 0 ? usual : (allowed[0] as Assignment)

/** What is wrong with lists of which none may be empty. */
export const noneOf = <K extends string>(lists: Record<K, readonly number[]>): Partial<Record<K, string[]>> =>
  Object.fromEntries(
    Object.entries<readonly number[]>(lists).flatMap(([name, list]) =>
      list.length === 0 ? [[name, ['Choose at least one']]] : [],
    ),
  ) as Partial<Record<K, string[]>>

/** What a practice without a partner keeps of its assignments: a partner may come later. */
export const withoutGone = (allowed: readonly number[], partner: Partner | null): number[] => {
  const there = allowed.filter((id) => id !== assignment.thirdParty || partner !== null)
  return there.length > 0 ? there : [assignment.ownLab]
}

/** What is stored of who may do it: where there is no partner, one that comes later may, too, as it could before. */
export const stored = (shown: readonly number[], before: readonly number[], partner: Partner | null): Assignment[] =>
  [
    ...shown,
    ...(partner === null && before.includes(assignment.thirdParty) ? [assignment.thirdParty] : []),
  ] as Assignment[]
