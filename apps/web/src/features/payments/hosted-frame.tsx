import type { PaymentFields } from '@archwire/contract/payments/schema.ts'
import { useComputedColorScheme } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { hostedLabels, type HostedName, type MethodKind } from '../../payment-fields/messages.ts'
import { fieldId, useFormPart, type FormStore } from '../../ui/form/store.ts'
import { openFields, type FieldsFrame, type HostedForm } from './hosted-fields.ts'
import type { MethodValues } from './method-values.ts'
import styles from './payments.module.css'

interface Props {
  form: FormStore<MethodValues>
  kind: MethodKind
  fields: PaymentFields
  onValid: (valid: ReadonlyMap<HostedName, boolean>) => void
  /** Called with the form at the provider once it is ready, and with `failed` when it could not be loaded. */
  onState: (state: HostedForm | 'failed') => void
}

/** The provider's fields, in a document of their own that has no access to this page (`safety/payment-fields`). */
export function HostedFrame({ form, kind, fields: { script, web_token, is_stand_in }, onValid, onState }: Props) {
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  const [shown, setShown] = useState<FieldsFrame | null>(null)
  const element = useRef<HTMLIFrameElement>(null)
  const report = useRef({ onValid, onState, scheme })
  useEffect(() => {
    report.current = { onValid, onState, scheme }
  })
  useEffect(() => {
    const frame = element.current!
    const opened = openFields(frame, {
      fields: { script, web_token, is_stand_in },
      kind,
      scheme: report.current.scheme,
      ground: groundOf(frame),
      narrow: matchMedia('(max-width: 48em)').matches,
      onReady: () => {
        setShown(opened)
        report.current.onState(opened)
      },
      onFailed: () => report.current.onState('failed'),
      onHeight: (pixels) => (frame.style.height = `${pixels}px`),
      onValid: (valid) => report.current.onValid(valid),
    })
    return () => opened.close()
  }, [kind, script, web_token, is_stand_in])
  useEffect(() => {
    // The page has changed its colors by the next frame.
    const next = requestAnimationFrame(() =>
      shown?.tell({ type: 'scheme', scheme, ground: groundOf(element.current!) }),
    )
    return () => cancelAnimationFrame(next)
  }, [shown, scheme])
  const names = hostedLabels[kind].map(([name]) => name)
  // As text: the same messages are sent once.
  const errors = useFormPart(form, () =>
    JSON.stringify(
      Object.fromEntries(names.flatMap((name) => (form.errorOf(name) ? [[name, form.errorOf(name)]] : []))),
    ),
  )
  useEffect(
    () => shown?.tell({ type: 'errors', errors: JSON.parse(errors) as Partial<Record<HostedName, string>> }),
    [shown, errors],
  )
  return (
    <div className={styles.hosted}>
      {names.map((name) => (
        // What leads to a field of the form leads on to the field in the frame.
        <span
          key={name}
          id={fieldId(form, name)}
          tabIndex={-1}
          onFocus={() => {
            element.current!.focus()
            shown?.tell({ type: 'focus', name })
          }}
        />
      ))}
      {/* oxlint-disable-next-line react/iframe-missing-sandbox -- our own document, whose policy has the sandbox */}
      <iframe ref={element} title={kind === 'card' ? 'Card' : 'Bank account'} />
    </div>
  )
}

/** The color behind an element: of the nearest element around it that has one. */
function groundOf(element: Element): string {
  for (let around: Element | null = element; around; around = around.parentElement) {
    const { backgroundColor } = getComputedStyle(around)
    if (backgroundColor !== 'rgba(0, 0, 0, 0)') return backgroundColor
  }
  return 'rgb(255, 255, 255)'
}
