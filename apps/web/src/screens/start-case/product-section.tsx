import { addOns, archModes, exportTypes, has, jaws, product, products } from '@archwire/contract/rx-forms/options.ts'
import { addOnsFor, mainProduct, productsFor } from '@archwire/contract/rx-forms/rules.ts'
import { ChoiceField, FlagsField, ToggleField } from '../../ui/form/choice-field.tsx'
import { Field } from '../../ui/form/field.tsx'
import { useField, useFormPart } from '../../ui/form/store.ts'
import { Note } from '../../ui/states.tsx'
import { useCaseForm, useShown } from './case-form.ts'
import { OneOf } from './fields.tsx'
import styles from './start-case.module.css'

/** What the lab is to make of it. */
export function ProductSection() {
  const { form } = useCaseForm()
  const choice = useField(form, 'export_type')
  const archMode = useShown('arch_mode')
  const roots = useShown('root_integration')
  const rootIntegration = useField(form, 'root_integration')
  return (
    <>
      <ProductFields />
      <ChoiceField
        name="export_type"
        label="Bonding"
        options={[{ id: 0, label: 'None' }, ...exportTypes]}
        value={choice.value ?? 0}
        error={choice.error}
        onChange={(id) => choice.set(id === 0 ? null : id)}
      />
      <LibraryFields />
      <OneOf name="jaws_id" label="Jaws" options={jaws} />
      {archMode && <OneOf name="arch_mode" label="Arch mode" options={archModes} />}
      <AddOnFields />
      {roots && (
        <ToggleField
          name="root_integration"
          label="Root integration"
          help="The roots are taken from a CBCT."
          value={rootIntegration.value}
          onChange={rootIntegration.set}
        />
      )}
    </>
  )
}

/** At most one digital product, and 3D printing beside it unless the model is only stored. */
function ProductFields() {
  const { form } = useCaseForm()
  const { value, error, set } = useField(form, 'products_list')
  const type = useField(form, 'impression_type').value
  const main = useFormPart(form, () => mainProduct(form.values()))
  if (type === null) return <Note>Choose the impression type first: it decides which products there are.</Note>
  const offered = productsFor(type).filter((id) => id !== product.printing)
  const stored = has(value, product.storageOnly)
  return (
    <>
      <ChoiceField
        name="products_list"
        label="Digital model"
        error={error}
        options={[{ id: 0, label: 'None' }, ...offered.map((id) => products.find((option) => option.id === id)!)]}
        value={main}
        onChange={(id) => set((value & product.printing) | id)}
      />
      <ToggleField
        name="printing"
        label="3D Printing Options"
        help={stored ? 'A model that is only stored is not printed.' : 'A printed study model.'}
        value={has(value, product.printing)}
        onChange={(on) => set(on ? value | product.printing : value & ~product.printing)}
      />
    </>
  )
}

function AddOnFields() {
  const { form } = useCaseForm()
  const { value, error, set } = useField(form, 'addon_options')
  const offered = useFormPart(form, () => addOnsFor(form.values()).join())
  const options = addOns.filter(({ id }) => offered.split(',').includes(String(id)))
  return (
    <FlagsField name="addon_options" label="Add-ons" options={options} value={value} error={error} onChange={set} />
  )
}

function LibraryFields() {
  const { form, preference } = useCaseForm()
  const shown = useShown('bracket_libraries')
  const { value, error, set } = useField(form, 'bracket_libraries')
  if (!shown) return null
  const toggle = (id: number) => set(value.includes(id) ? value.filter((other) => other !== id) : [...value, id])
  return (
    <Field name="bracket_libraries" label="Bracket libraries" group error={error}>
      <div className={styles.checks}>
        {preference.data.options.bracket_libraries!.map(({ id, label }) => (
          <label key={id}>
            <input type="checkbox" checked={value.includes(id)} onChange={() => toggle(id)} /> {label}
          </label>
        ))}
      </div>
    </Field>
  )
}
