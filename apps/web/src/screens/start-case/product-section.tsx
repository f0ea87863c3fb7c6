import { rxFormFields } from '@archwire/contract/rx-forms/fields.ts'
import { addOns, assignment, has, product, products } from '@archwire/contract/rx-forms/options.ts'
import { librariesFor } from '@archwire/contract/rx-forms/preferences.ts'
import { addOnsFor, mainProduct, productsFor } from '@archwire/contract/rx-forms/rules.ts'
import { ToothChartField } from '../../features/tooth-chart/index.ts'
import { ChecksField, ChoiceField, Choices, FlagsField, Toggle, ToggleField } from '../../ui/form/choice-field.tsx'
import { Field } from '../../ui/form/field.tsx'
import { useFormPart } from '../../ui/form/store.ts'
import { useChoice } from '../../ui/form/use-choice.ts'
import { Note } from '../../ui/states.tsx'
import { useCaseForm, useShown } from './case-form.ts'
import { Part } from './part.tsx'
import { useBound } from './use-bound.ts'

/** What the lab is to make. */
export function ProductSection() {
  const { choice, field } = useBound()
  const archMode = useShown('arch_mode')
  const roots = useShown('root_integration')
  return (
    <>
      <Part name="products">
        <ProductFields />
      </Part>
      <Part name="options">
        <ChoiceField {...choice('export_type')} none="None" />
        <LibraryFields />
        <ChoiceField {...choice('jaws_id')} />
        {archMode && <ChoiceField {...choice('arch_mode')} />}
        <AddOnFields />
        {roots && <ToggleField {...field('root_integration')} help="The roots are taken from a CBCT." />}
      </Part>
      <Part name="teeth">
        <TeethField />
      </Part>
    </>
  )
}

/** At most one digital product, and 3D printing beside it unless the model is only stored. */
function ProductFields() {
  const { form } = useCaseForm()
  const { id: place, value, error, choose } = useChoice(form, 'products_list')
  const type = useFormPart(form, () => form.values().impression_type)
  const main = useFormPart(form, () => mainProduct(form.values()))
  if (type === null) return <Note>Choose the impression type first: it determines which products you can choose.</Note>
  const offered = productsFor(type).filter((id) => id !== product.printing)
  const stored = has(value, product.storageOnly)
  return (
    <>
      <Field id={place} label={rxFormFields.products_list.label} group error={error}>
        <Choices
          options={[{ id: 0, label: 'None' }, ...offered.map((id) => products.find((option) => option.id === id)!)]}
          value={main}
          onChange={(id) => choose((value & product.printing) | id)}
        />
      </Field>
      <Toggle
        id={`${place}-printing`}
        label="3D Printing Options"
        help={stored ? 'A model that is only stored is not printed.' : 'A printed study model.'}
        value={has(value, product.printing)}
        onChange={(on) => choose(on ? value | product.printing : value & ~product.printing)}
      />
    </>
  )
}

function AddOnFields() {
  const { form } = useCaseForm()
  const { field } = useBound()
  const offered = useFormPart(form, () => addOnsFor(form.values()).join())
  const options = addOns.filter(({ id }) => offered.split(',').includes(String(id)))
  return <FlagsField {...field('addon_options')} options={options} />
}

function TeethField() {
  const { form, preference } = useCaseForm()
  const { id: place, value, error, choose } = useChoice(form, 'tooth_chart')
  const jaws = useFormPart(form, () => form.values().jaws_id)
  const { tooth_numbering } = preference.data.defaults
  return (
    <ToothChartField id={place} error={error} chart={value} jaws={jaws} numbering={tooth_numbering} onChange={choose} />
  )
}

/** The brackets that are bonded: everybody's of the practice, and those of the case's doctor. */
function LibraryFields() {
  const { form, context, preference } = useCaseForm()
  const { field } = useBound()
  const shown = useShown('bracket_libraries')
  const offered = useFormPart(form, () => librariesFor(form.values(), context).join())
  const required = useFormPart(form, () => form.values().submission_completed_by !== assignment.inOffice)
  if (!shown) return null
  const libraries = preference.data.bracket_libraries.filter(({ id }) => offered.split(',').includes(String(id)))
  return (
    <ChecksField
      {...field('bracket_libraries')}
      required={required}
      options={libraries.map(({ id, name }) => ({ id, label: name }))}
    />
  )
}
