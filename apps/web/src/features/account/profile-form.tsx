import { profileFields } from '@archwire/contract/accounts/fields.ts'
import { accounts } from '@archwire/contract/client/accounts'
import { useCall } from '../../lib/query.ts'
import { useSession, type Me } from '../../lib/session.tsx'
import { FieldGroup, RecordForm, useRecordForm, Wide } from '../../ui/form/record-form.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { changesNumber, changesOf, makeProfileForm, type ProfileValues } from './profile-values.ts'
import { TimeZoneField, zoneHelp } from './time-zone-field.tsx'

const { input } = profileFields

/** One's own name, user name, account number and time zone (`access/profile`). */
export function ProfileForm() {
  const { me } = useSession()
  const { saved, refused, version, ...record } = useRecordForm<Me, ProfileValues>('profile', me, makeProfileForm)
  const { form } = record
  const save = useCall(accounts.updateProfile, { onSuccess: ({ user }) => saved(user), onError: refused })
  return (
    <RecordForm
      {...record}
      submit="Save"
      busy={save.isPending}
      among
      onSubmit={() => save.mutate({ body: { ...changesOf(me, form.values()), version } })}
      onCancel={() => record.takeTheirs()}
    >
      <FieldGroup title="Profile">
        <TextField form={form} {...input('first_name')} label="First Name" autoComplete="given-name" />
        <TextField form={form} {...input('last_name')} label="Last Name" autoComplete="family-name" />
        <TextField form={form} {...input('username')} label="Username" autoComplete="nickname" />
        <TextField
          form={form}
          {...input('account_number')}
          label="Account Number"
          required={changesNumber(me)}
          readOnly={!changesNumber(me)}
        />
        <Wide>
          <TimeZoneField form={form} name="time_zone" label="Time zone" help={zoneHelp(me.time_zone)} />
        </Wide>
      </FieldGroup>
    </RecordForm>
  )
}
