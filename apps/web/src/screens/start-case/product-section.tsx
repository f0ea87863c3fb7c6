import { rxFormFields } from '@archwire/contract/rx-forms/fields.ts'
import { addOns, has, product, products } from '@archwire/contract/rx-forms/options.ts'
import { addOnsFor, mainProduct, productsFor } from '@archwire/contract/rx-forms/rules.ts'
import { ChoiceField, Choices, FlagsField, Toggle, ToggleField } from '../../ui/form/choice-field.tsx'
import { Field } from '../../ui/form/field.tsx'
import { useFormPart } from '../../ui/form/store.ts'
import { useChoice } from '../../ui/form/use-choice.ts'
import { Note } from '../../ui/states.tsx'
import { useCaseForm, useShown } from './case-form.ts'
import { useBound } from './use-bound.ts'
import styles from './start-case.module.css'

/** What the lab is to make. */
export function ProductSection() {
  const { choice, field } = useBound()
  const archMode = useShown('arch_mode')
  const roots = useShown('root_integration')
  return (
    <>
      <ProductFields />
      <ChoiceField {...choice('export_type')} none="None" />
      <LibraryFields />
      <ChoiceField {...choice('jaws_id')} />
      {archMode && <ChoiceField {...choice('arch_mode')} />}
      <AddOnFields />
      {roots && <ToggleField {...field('root_integration')} help="The roots are taken from a CBCT." />}
    </>
  )
}

/** At most one digital product, and 3D printing beside it unless the model is only stored. */
function ProductFields() {
  const { form } = useCaseForm()
  const { id: place, value, error, choose } = useChoice(form, 'products_list')
  const type = useFormPart(form, () => form.values().impression_type)
  const main = useFormPart(form, () => mainProduct(form.values()))
  if (type === null) return <Note>Choose the impression type first: it decides which products there are.</Note>
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

function LibraryFields() {
  const { form, preference } = useCaseForm()
  const shown = useShown('bracket_libraries')
  const { id: place, value, error, choose } = useChoice(form, 'bracket_libraries')
  if (!shown) return null
  const toggle = (id: number) => choose(value.includes(id) ? value.filter((other) => other !== id) : [...value, id])
  return (
    <Field id={place} label={rxFormFields.bracket_libraries.label} group error={error}>
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
