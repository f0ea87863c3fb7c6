import type { ComponentProps } from 'react'
import { asLine } from '../../lib/as-line.ts'
import { describedBy } from './field.tsx'
import styles from './field.module.css'
import { useComposed } from './use-composed.ts'

interface Props extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'className'> {
  id: string
  text: string
  error?: string | undefined
  help?: string | undefined
  onText: (text: string) => void
}

/** The input of a day that is typed (`screens/typed-dates`). Its keyboard has letters and a slash: days have both. */
export function DayText({ id, text, error, help, onText, ...props }: Props) {
  const composed = useComposed<HTMLInputElement>(text, ({ value }) => onText(asLine(value)))
  return (
    <input
      id={id}
      className={styles.input}
      inputMode="text"
      enterKeyHint="done"
      autoComplete="off"
      spellCheck={false}
      maxLength={40}
      aria-invalid={error !== undefined}
      aria-describedby={describedBy(id, error, help)}
      {...props}
      {...composed}
    />
  )
}
