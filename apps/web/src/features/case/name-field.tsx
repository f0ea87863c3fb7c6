import { straight, withoutHyphens } from '@archwire/contract/core/names.ts'
import { rxFormFields } from '@archwire/contract/rx-forms/fields.ts'
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

/** Capitals are set where none was typed; who typed some meant the others, too (`cases/name`). */
const withCapitals = (text: string): string => (/[\p{Lu}\p{Lt}]/u.test(text) ? text : tidyName(text))

/**
 * A name of a patient. One that was typed with a hyphen or with a small first letter beside capitals (de la Cruz), which
 * names cannot have, stays as it was typed, and the name without is offered (`cases/name`).
 */
export function NameField<V extends object, K extends KeysOf<V, string>>(
  props: Omit<TextFieldProps<V, K>, 'tidy' | 'settle' | 'required' | 'maxLength'>,
) {
  const { form, name, readOnly } = props
  const { value, error, set } = useField(form, name)
  const typed = value as string
  const unhyphened = withoutHyphens(typed)
  const offer = tidyName(unhyphened ?? typed)
  const isOffered = !readOnly && (unhyphened !== undefined || error !== undefined) && offer !== typed && isName(offer)
  return (
    <div className={styles.offering}>
      <TextField<V, K>
        {...props}
        required
        maxLength={rxFormFields.first_name.max}
        autoCapitalize="words"
        tidy={straight}
        settle={withCapitals}
        explain={explainName}
      />
      {isOffered && (
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => {
            set(offer as V[K])
            focusField(form, name)
          }}
        >
          Use “{offer}”
        </Button>
      )}
    </div>
  )
}
