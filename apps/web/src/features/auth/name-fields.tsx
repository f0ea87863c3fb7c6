import type { FormStore } from '../../ui/form/store.ts'
import { TextField } from '../../ui/form/text-field.tsx'
import styles from './access.module.css'

const asNames = { maxLength: 100, autoCapitalize: 'words', spellCheck: false } as const

/** The name of a person who creates an account. */
export const NameFields = ({ form }: { form: FormStore<{ first_name: string; last_name: string }> }) => (
  <div className={styles.pair}>
    <TextField form={form} name="first_name" label="First name" autoComplete="given-name" {...asNames} />
    <TextField form={form} name="last_name" label="Last name" autoComplete="family-name" {...asNames} />
  </div>
)
