import { practiceDefaults } from '@archwire/contract/client/practice-defaults'
import type { organizations } from '@archwire/contract/client/organizations'
import type { OutputOf } from '@archwire/contract/core/client-route.ts'
import { rxFormFields, type RxFormField, type RxFormFields } from '@archwire/contract/rx-forms/fields.ts'
import { emptyRxForm, type RxFormContext, type RxFormValues } from '@archwire/contract/rx-forms/form.ts'
import { addOns, customScanner, has, impression, product, products } from '@archwire/contract/rx-forms/options.ts'
import { formPreferences, type FormPreference, type UsualChoices } from '@archwire/contract/rx-forms/preferences.ts'
import { addOnsFor, mainProduct, productsFor, settle } from '@archwire/contract/rx-forms/rules.ts'
import { toothNumberings, type ToothNumbering } from '@archwire/contract/rx-forms/teeth.ts'
import { useState, type ComponentType } from 'react'
import { missing } from '../../ui/form/checks.ts'
import { ChoiceField, Choices, FlagsField, Toggle, ToggleField } from '../../ui/form/choice-field.tsx'
import { Field } from '../../ui/form/field.tsx'
import { FieldGroup, RecordForm, Wide } from '../../ui/form/record-form.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { useFormPart, type FormStore, type KeysOf } from '../../ui/form/store.ts'
import { TextField } from '../../ui/form/text-field.tsx'
import { useChoice, type ChoiceKeys } from '../../ui/form/use-choice.ts'
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
        {formPreferences.map(([name, field]) => (
          <PreferenceField key={name} form={form} name={name} field={field} />
        ))}
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

interface FieldProps {
  form: FormStore<Values>
}

/** When a field that not every case has is shown. */
const shownWith: Partial<Record<FormPreference, string>> = {
  arch_mode: 'Shown with 3D Printing Options or Clean-up and Base.',
  root_integration: 'Shown with trays, guides or brackets.',
}
/** What a choice that may be left open is called then. */
const noneOf: Partial<Record<FormPreference, string>> = { impression_type: 'Ask each time', export_type: 'None' }

type Plain = 'toggle' | 'choice'
type NotPlain = { [K in FormPreference]: RxFormFields[K]['kind'] extends Plain ? never : K }[FormPreference]
/** Fields that are more than a choice or a switch. */
const special: Record<NotPlain, ComponentType<FieldProps>> &
  Partial<Record<FormPreference, ComponentType<FieldProps>>> = {
  scanner_type: ScannerField,
  custom_scanner_type_name: ScannerName,
  products_list: ProductFields,
  addon_options: AddOnFields,
}

/** One field of the form, by its row. */
function PreferenceField({ form, name, field }: FieldProps & { name: FormPreference; field: RxFormField }) {
  const Special = special[name]
  if (Special) return <Special form={form} />
  const bound = { form, label: field.label, help: shownWith[name] }
  return (
    <Wide>
      {field.kind === 'toggle' && <ToggleField {...bound} name={name as KeysOf<Begins, boolean>} />}
      {field.kind === 'choice' && (
        <ChoiceField {...bound} name={name as ChoiceKeys<Begins>} options={field.options} none={noneOf[name]} />
      )}
    </Wide>
  )
}

function ScannerField({ form }: FieldProps) {
  const { label, options } = rxFormFields.scanner_type
  return <SelectField form={form} name="scanner_type" label={label} options={options} />
}

function ScannerName({ form }: FieldProps) {
  const scanner = useFormPart(form, () => form.values().scanner_type)
  const { label, max } = rxFormFields.custom_scanner_type_name
  if (scanner !== customScanner) return null
  return <TextField form={form} name="custom_scanner_type_name" label={label} required maxLength={max} />
}

/** The digital model: which there are follows from the impression. */
function ProductFields({ form }: FieldProps) {
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

function AddOnFields({ form }: FieldProps) {
  const offered = useFormPart(form, () => addOnsFor(formWith(form.values())).join())
  const options = addOns.filter(({ id }) => offered.split(',').includes(String(id)))
  return (
    <Wide>
      <FlagsField form={form} name="addon_options" label={rxFormFields.addon_options.label} options={options} />
    </Wide>
  )
}
