import { profileFields } from '@archwire/contract/accounts/fields.ts'
import type { Me } from '@archwire/contract/auth/routes.ts'
import { createForm, type FormStore } from '../../ui/form/store.ts'

export type ProfileValues = Record<keyof typeof profileFields.table, string>
type Own = Pick<
  Me,
  'first_name' | 'last_name' | 'username' | 'account_number' | 'time_zone' | 'is_management' | 'all_permissions'
>

/** Whether this person changes their own account number; the others read it. */
export const changesNumber = ({ is_management, all_permissions }: Own): boolean =>
  is_management || all_permissions.includes('users.update')

const begunOf = ({ first_name, last_name, username, account_number, time_zone }: Own): ProfileValues => ({
  first_name,
  last_name,
  username: username ?? '',
  account_number,
  time_zone: time_zone ?? '',
})

/** The form of one's own profile. */
export function makeProfileForm(me: Own | undefined): FormStore<ProfileValues> {
  const mayChangeNumber = changesNumber(me!)
  return createForm<ProfileValues>({
    initial: begunOf(me!),
    validate: (values) => {
      const { account_number, ...problems } = profileFields.problems(values)
      return { ...problems, ...(mayChangeNumber && account_number && { account_number }) }
    },
  })
}

/** What is sent of the form: what differs from the profile. */
export function changesOf(me: Own, values: ProfileValues): Partial<ProfileValues> {
  const begun = begunOf(me)
  const names = Object.keys(begun) as (keyof ProfileValues)[]
  return Object.fromEntries(
    names.filter((name) => values[name].trim() !== begun[name]).map((name) => [name, values[name].trim()]),
  )
}
