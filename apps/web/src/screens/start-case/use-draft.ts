import { rxForms } from '@archwire/contract/client/rx-forms'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../lib/api.ts'
import type { CaseForm } from './case-form.ts'

/** Saves on their way, by organization: the form may be left and opened again before they arrive. */
const onTheirWay = new Map<number, Promise<unknown>>()

/** Settles when the last draft of this browser has arrived. */
export const draftSaved = async (organizationId: number): Promise<void> => void (await onTheirWay.get(organizationId))

/** Typing rests this long before the draft is saved. */
const restMs = 1000

/**
 * Keeps what a person typed on the server, so that a reload, another tab or another day finds it again. Nothing of a
 * patient stays in the browser (`rx-form/draft`).
 * @returns when it was saved last, and `stop`, which ends the saving and waits for one on its way
 */
export function useDraft({ form, organizationId }: CaseForm, alreadyKept: boolean) {
  const [savedAt, setSavedAt] = useState<string | null>(null)
  const saver = useRef<{ stop: () => Promise<void> }>(undefined)
  useEffect(() => {
    let last = JSON.stringify(form.values())
    let known = alreadyKept
    let stopped = false
    let timer: ReturnType<typeof setTimeout> | undefined
    let running: Promise<unknown> = Promise.resolve()
    const save = (keepalive = false) => {
      clearTimeout(timer)
      const text = JSON.stringify(form.values())
      if (stopped || text === last || (!known && !form.changed())) return
      last = text
      known = true
      const input = { params: { id: organizationId }, body: { data: { ...form.values() } } }
      // Two saves on the way could arrive in the wrong order, so the next waits, except when the page goes away.
      const before = keepalive ? Promise.resolve() : running
      running = before
        .then(() => call(rxForms.saveDraft, input, { keepalive }))
        .then(
          ({ updated_at }) => setSavedAt(updated_at),
          () => {
            last = ''
          },
        )
      onTheirWay.set(organizationId, running)
    }
    const stopListening = form.subscribe(() => {
      clearTimeout(timer)
      timer = setTimeout(save, restMs)
    })
    const leave = () => {
      if (document.visibilityState === 'hidden') save(true)
    }
    document.addEventListener('visibilitychange', leave)
    saver.current = {
      stop: async () => {
        stopped = true
        clearTimeout(timer)
        await running
      },
    }
    return () => {
      save(true)
      stopped = true
      stopListening()
      document.removeEventListener('visibilitychange', leave)
    }
  }, [form, organizationId, alreadyKept])
  return { savedAt, stop: async () => saver.current?.stop() }
}
