import { createForm, type FormStore } from '../../ui/form/store.ts'
import { SelectField } from '../../ui/form/select-field.tsx'

/** The doctor who gets the open cases of a person who leaves; null: they stay under the name of that person. */
interface HandOver {
  hand_over_to: number | null
}

export const handOverForm = () => createForm<HandOver>({ initial: { hand_over_to: null }, validate: () => ({}) })

interface Props {
  form: FormStore<HandOver>
  doctors: { id: number; label: string }[]
}

/** Asks who gets the open cases of a person who is archived or leaves an organization (`people/who-removes`). */
export const HandOverField = ({ form, doctors }: Props) => (
  <SelectField
    form={form}
    name="hand_over_to"
    label="Hand over open cases to"
    help="If you choose no one, the cases stay with this person."
    placeholder="No one"
    options={doctors}
  />
)
