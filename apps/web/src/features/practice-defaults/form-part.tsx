import { practiceDefaults } from '@archwire/contract/client/practice-defaults'
import type { organizations } from '@archwire/contract/client/organizations'
import type { OutputOf } from '@archwire/contract/core/client-route.ts'
import { rxFormFields } from '@archwire/contract/rx-forms/fields.ts'
import { emptyRxForm, type RxFormContext, type RxFormValues } from '@archwire/contract/rx-forms/form.ts'
import { addOns, customScanner, has, impression, product, products } from '@archwire/contract/rx-forms/options.ts'
import { formPreferences, type FormPreference, type UsualChoices } from '@archwire/contract/rx-forms/preferences.ts'
import { addOnsFor, mainProduct, productsFor, settle } from '@archwire/contract/rx-forms/rules.ts'
import { toothNumberings, type ToothNumbering } from '@archwire/contract/rx-forms/teeth.ts'
import { useState } from 'react'
import { missing } from '../../ui/form/checks.ts'
import { ChoiceField, Choices, FlagsField, Toggle, ToggleField } from '../../ui/form/choice-field.tsx'
import { Field } from '../../ui/form/field.tsx'
import { FieldGroup, RecordForm, Wide } from '../../ui/form/record-form.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { useFormPart, type FormStore } from '../../ui/form/store.ts'
import { TextField } from '../../ui/form/text-field.tsx'
import { useChoice } from '../../ui/form/use-choice.ts'
import { formOfPart, usePart } from '../../ui/form/use-part.ts'

type Preference = OutputOf<typeof organizations.rxFormPreference>
interface Named {
  id: number
  label: string
}

type Begins = Pick<UsualChoices, FormPreference>
type Values = Begins & {
  default_doctor_id: number | null
  location_id: number | null
  tooth_numbering: ToothNumbering
  rush_case_enabled: boolean
}

const context: RxFormContext = {
  today: '2000-01-01',
  has_partner: false,
  rush_case_enabled: false,
  bracket_libraries: [],
  may_select_doctor: false,
  doctor_ids: [],
  location_ids: [],
}
/** The form that begins so: what goes together is what goes together there. */
const formWith = (values: Values): RxFormValues => ({
  ...emptyRxForm(context.today),
  impression_type: values.impression_type,
  products_list: values.products_list,
  addon_options: values.addon_options,
  export_type: values.export_type,
})

const makeForm = formOfPart<Values>({
  settle: (values) => {
    const { products_list, addon_options } = settle(formWith(values), context)
    const custom = values.scanner_type === customScanner
    return {
      ...values,
      products_list,
      addon_options,
      custom_scanner_type_name: custom ? values.custom_scanner_type_name : '',
    }
  },
  validate: (values) => missing(values, values.scanner_type === customScanner && 'custom_scanner_type_name'),
})

/** The preferences of a practice as they were chosen. */
const keptOf = (organizationId: number, { data, metadata }: Preference) => ({
  ...(Object.fromEntries(formPreferences.map(([name]) => [name, data.defaults[name]])) as Begins),
  id: organizationId,
  version: data.version,
  default_doctor_id: data.defaults.default_doctor_id,
  location_id: data.preferred_location_id,
  tooth_numbering: data.defaults.tooth_numbering,
  rush_case_enabled: metadata.rush_case_enabled,
})

interface Props {
  organizationId: number
  preference: Preference
  doctors: Named[]
  locations: Named[]
}

/** What the fields of a new case begin with. */
export function FormPart({ organizationId, preference, doctors, locations }: Props) {
  const { may_change_rush: mayChangeRush } = preference.metadata
  const part = usePart({
    what: 'practice’s form defaults',
    kept: keptOf(organizationId, preference),
    make: makeForm,
    route: practiceDefaults.updateRxForm,
    input: ({ rush_case_enabled, ...values }, version) => ({
      params: { id: organizationId },
      body: { ...values, ...(mayChangeRush && { rush_case_enabled }), version },
    }),
    keptOf: (answer) => keptOf(organizationId, answer),
  })
  const { form } = part
  const scanner = useFormPart(form, () => form.values().scanner_type)
  const bound = <K extends keyof Begins>(name: K) => ({ form, name, label: rxFormFields[name].label })
  return (
    <RecordForm {...part}>
      <FieldGroup title="Defaults for a new case">
        <SelectField
          form={form}
          name="default_doctor_id"
          label="Doctor"
          options={doctors}
          placeholder="The person who starts the case"
        />
        <SelectField form={form} name="location_id" label="Location" options={locations} placeholder="Main location" />
        <Wide>
          <ChoiceField
            {...bound('impression_type')}
            options={rxFormFields.impression_type.options}
            none="Ask each time"
          />
        </Wide>
        <Wide>
          <ChoiceField {...bound('scan_submission_type')} options={rxFormFields.scan_submission_type.options} />
        </Wide>
        <SelectField {...bound('scanner_type')} options={rxFormFields.scanner_type.options} />
        {scanner === customScanner && (
          <TextField
            {...bound('custom_scanner_type_name')}
            required
            maxLength={rxFormFields.custom_scanner_type_name.max}
          />
        )}
        <ProductFields form={form} />
        <Wide>
          <ChoiceField {...bound('export_type')} options={rxFormFields.export_type.options} none="None" />
        </Wide>
        <Wide>
          <ChoiceField {...bound('jaws_id')} options={rxFormFields.jaws_id.options} />
        </Wide>
        <Wide>
          <ChoiceField
            {...bound('arch_mode')}
            options={rxFormFields.arch_mode.options}
            help="Shown with 3D Printing Options or Clean-up and Base."
          />
        </Wide>
        <AddOnFields form={form} />
        <Wide>
          <ToggleField {...bound('root_integration')} help="Shown with trays, guides or brackets." />
        </Wide>
        <Wide>
          <ChoiceField form={form} name="tooth_numbering" label="Tooth numbers" options={toothNumberings} />
        </Wide>
        {mayChangeRush && (
          <Wide>
            <ToggleField
              form={form}
              name="rush_case_enabled"
              label="Rush cases"
              help="Whether this practice can request a rush. Set by the lab."
            />
          </Wide>
        )}
      </FieldGroup>
    </RecordForm>
  )
}

/** The digital model: which there are follows from the impression. */
function ProductFields({ form }: { form: FormStore<Values> }) {
  const { id, value, error, choose } = useChoice(form, 'products_list')
  const [printing] = useState(`${id}-printing`)
  const type = useFormPart(form, () => form.values().impression_type)
  const main = useFormPart(form, () => mainProduct(form.values()))
  if (type === null) return null
  const offered = productsFor(type).filter((flag) => flag !== product.printing)
  return (
    <>
      <Wide>
        <Field
          id={id}
          label={rxFormFields.products_list.label}
          group
          error={error}
          help={type === impression.scan ? undefined : 'For this impression type.'}
        >
          <Choices
            options={[
              { id: 0, label: 'None' },
              ...offered.map((flag) => products.find((option) => option.id === flag)!),
            ]}
            value={main}
            onChange={(flag) => choose((value & product.printing) | flag)}
          />
        </Field>
      </Wide>
      <Wide>
        <Toggle
          id={printing}
          label="3D Printing Options"
          value={has(value, product.printing)}
          onChange={(on) => choose(on ? value | product.printing : value & ~product.printing)}
        />
      </Wide>
    </>
  )
}

function AddOnFields({ form }: { form: FormStore<Values> }) {
  const offered = useFormPart(form, () => addOnsFor(formWith(form.values())).join())
  const options = addOns.filter(({ id }) => offered.split(',').includes(String(id)))
  return (
    <Wide>
      <FlagsField form={form} name="addon_options" label={rxFormFields.addon_options.label} options={options} />
    </Wide>
  )
}
