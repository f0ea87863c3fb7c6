import { withoutHyphens } from '@archwire/contract/core/names.ts'
import { caseNumberMessage, isName, nameMessage, tidyName } from '@archwire/contract/rx-forms/rules.ts'
import { Button } from '@mantine/core'
import styles from '../../ui/form/field.module.css'
import { focusField, useField, type KeysOf } from '../../ui/form/store.ts'
import { TextField, type TextFieldProps } from '../../ui/form/text-field.tsx'

/* The lab's own sentences (`screens/wording`) do not name everything that is allowed. */
const explainName = (error: string) =>
  error === nameMessage ? 'Digits are allowed, too. In place of a hyphen, type a space.' : undefined
/** Below the error of a case number: what else is allowed (`cases/case-number`). */
export const explainCaseNumber = (error: string): string | undefined =>
  error === caseNumberMessage ? 'Digits and hyphens are allowed, too.' : undefined

/**
 * A name of a patient: capitals are set, and where it was typed with a hyphen, which names cannot have, the name without
 * it is offered (`cases/name`).
 */
export function NameField<V extends object, K extends KeysOf<V, string>>(
  props: Omit<TextFieldProps<V, K>, 'tidy' | 'required' | 'maxLength'>,
) {
  const { form, name, readOnly } = props
  const { value, set } = useField(form, name)
  const offer = readOnly ? undefined : withoutHyphens(value as string)
  return (
    <div className={styles.offering}>
      <TextField<V, K> {...props} required maxLength={100} tidy={tidyName} explain={explainName} />
      {offer !== undefined && isName(tidyName(offer)) && (
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => {
            set(tidyName(offer) as V[K])
            focusField(form, name)
          }}
        >
          Use “{tidyName(offer)}”
        </Button>
      )}
    </div>
  )
}
