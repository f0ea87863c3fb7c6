import { settings } from '@archwire/contract/client/settings'
import { usStates } from '@archwire/contract/core/places.ts'
import { settingFields } from '@archwire/contract/settings/lab-settings.ts'
import type { Settings } from '@archwire/contract/settings/routes.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { query } from '../../lib/query.ts'
import { ToggleField } from '../../ui/form/choice-field.tsx'
import { MoneyField, NumberField } from '../../ui/form/number-field.tsx'
import { FieldGroup, RecordForm, Wide } from '../../ui/form/record-form.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { usePart } from '../../ui/form/use-part.ts'
import { Note } from '../../ui/states.tsx'
import { SettingsVersions } from './settings-versions.tsx'
import { bodyOf, keptOf, makeForm } from './values.ts'
import styles from './lab-settings.module.css'

/** The lab's settings for those who change them (`organizations/lab-settings`). */
export function LabSettings() {
  const { data } = useSuspenseQuery(query(settings.get, {}))
  return data.settings.edited && <EditSettings settings={data.settings} />
}

const { input } = settingFields
const rate = { decimals: 4, sign: '%' }
const states = usStates.map(({ id, label }) => ({ id, label }))

function EditSettings({ settings: present }: { settings: Settings }) {
  const part = usePart({
    what: 'settings',
    kept: keptOf(present),
    make: makeForm,
    route: settings.save,
    input: (values, version) => ({ body: bodyOf(values, version!) }),
    keptOf: (next) => keptOf(next.settings),
  })
  const { form } = part
  return (
    <div className={styles.panel}>
      <Note>Fees, tax and card fee are in force as soon as they are saved. Closed invoices keep what they have.</Note>
      <RecordForm {...part}>
        <FieldGroup title="Fees">
          <MoneyField form={form} name="registration_fee" label="Start-up fee ($)" required />
          <MoneyField
            form={form}
            name="seat_price"
            label="Price of a seat ($)"
            help="For each bought seat and month."
            required
          />
          <NumberField form={form} name="card_fee" label="Card fee (%)" {...rate} help="0 for none." required />
        </FieldGroup>
        <FieldGroup title="Tax">
          <SelectField
            form={form}
            name="tax_state"
            label="Tax state"
            options={states}
            placeholder="No state"
            help="Practices whose billing address is in this state pay the tax."
          />
          <NumberField form={form} name="tax_rate" label="Tax rate (%)" {...rate} required />
        </FieldGroup>
        <FieldGroup title="Promotion banner">
          <ToggleField form={form} name="promotion_enabled" label="Show the banner to practices" />
          <Wide>
            <TextField form={form} {...input('promotion_text')} label="Text" />
          </Wide>
          <Wide>
            <TextField
              form={form}
              {...input('promotion_link')}
              label="Link"
              help="An https:// address, or a page of the portal such as /start-case. May be empty."
              spellCheck={false}
            />
          </Wide>
        </FieldGroup>
        <FieldGroup title="Links for new practices">
          <Wide>
            <TextField
              form={form}
              {...input('desktop_download_url')}
              label="Download of the desktop application"
              placeholder="https://"
              spellCheck={false}
            />
          </Wide>
          <TextField
            form={form}
            {...input('training_url')}
            label="Training"
            placeholder="https://"
            spellCheck={false}
          />
          <TextField form={form} {...input('survey_url')} label="Survey" placeholder="https://" spellCheck={false} />
        </FieldGroup>
      </RecordForm>
      <SettingsVersions versions={present.edited!.versions} />
    </div>
  )
}
