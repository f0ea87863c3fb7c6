import type { PaymentFields } from '@archwire/contract/payments/schema.ts'
import { useEffect, useRef, useState } from 'react'
import { hostedNames, showHostedFields, type HostedForm, type HostedName, type MethodKind } from './hosted-fields.ts'

interface Options {
  kind: MethodKind
  fields: PaymentFields
  onValid: (valid: ReadonlyMap<HostedName, boolean>) => void
}

export interface HostedFields {
  /** The form at the provider, once it is ready. */
  form: HostedForm | 'loading' | 'failed'
  retry: () => void
  /** The ref of the element that a field is put into. */
  place: (name: HostedName) => (element: HTMLElement | null) => void
}

/** Shows the provider's fields for as long as the component that calls it is mounted. */
export function useHostedFields({ kind, fields: { script, web_token, is_stand_in }, onValid }: Options): HostedFields {
  const [form, setForm] = useState<HostedFields['form']>('loading')
  const [tries, setTries] = useState(0)
  const elements = useRef(new Map<HostedName, HTMLElement>())
  const report = useRef(onValid)
  useEffect(() => {
    report.current = onValid
  })
  useEffect(() => {
    let left = false
    const ended = new AbortController()
    // Each time in elements of their own: what an earlier form put into its elements is removed with them.
    const hosts = new Map(
      hostedNames(kind).map((name) => {
        const host = document.createElement('div')
        const place = elements.current.get(name)
        place?.append(host)
        if (place) {
          keepColors(place)
          place.addEventListener('focus', () => host.querySelector<HTMLElement>('iframe, input')?.focus(), {
            signal: ended.signal,
          })
        }
        return [name, host]
      }),
    )
    showHostedFields({ script, web_token, is_stand_in }, kind, hosts, (valid) => left || report.current(valid)).then(
      (shown) => {
        if (left) return
        for (const [name, host] of hosts) nameFrames(host, labelOf(elements.current.get(name)))
        setForm(shown)
      },
      () => left || setForm('failed'),
    )
    return () => {
      left = true
      ended.abort()
      for (const host of hosts.values()) host.remove()
    }
  }, [kind, script, web_token, is_stand_in, tries])
  return {
    form,
    retry: () => {
      setForm('loading')
      setTries((count) => count + 1)
    },
    place: (name) => (element) => {
      if (element) elements.current.set(name, element)
    },
  }
}

const labelOf = (place: HTMLElement | undefined): string => place?.getAttribute('aria-label') ?? ''

/** What is in the frame keeps its colors when the page changes to the other color scheme, and so does what is around it. */
function keepColors(place: HTMLElement): void {
  place.style.color = place.style.backgroundColor = ''
  const { color, backgroundColor } = getComputedStyle(place)
  Object.assign(place.style, { color, backgroundColor })
}

/** Screen readers say what a frame is for by its title. */
function nameFrames(host: HTMLElement, label: string): void {
  for (const frame of host.querySelectorAll('iframe')) if (!frame.title) frame.title = label
}
