import { profileFields } from '@archwire/contract/accounts/fields.ts'
import { accounts } from '@archwire/contract/client/accounts'
import { useSession, type Me } from '../../lib/session.tsx'
import { FieldGroup, RecordForm, Wide } from '../../ui/form/record-form.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { usePart } from '../../ui/form/use-part.ts'
import { changesNumber, changesOf, makeProfileForm } from './profile-values.ts'
import { TimeZoneField, zoneHelp } from './time-zone-field.tsx'

const { input } = profileFields

/** One's own name, user name, account number and time zone (`access/profile`). */
export function ProfileForm() {
  const { me } = useSession()
  const part = usePart({
    what: 'profile',
    kept: me,
    make: makeProfileForm,
    route: accounts.updateProfile,
    input: (values, version) => ({ body: { ...changesOf(me, values), version } }),
    keptOf: ({ user }): Me => user,
  })
  const { form } = part
  return (
    <RecordForm {...part}>
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
