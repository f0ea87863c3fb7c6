import { rxForms } from '@archwire/contract/client/rx-forms'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../lib/api.ts'
import type { CaseForm } from './case-form.ts'

/** Saves in progress, by organization: the form may be left and opened again before they finish. */
const onTheirWay = new Map<number, Promise<unknown>>()

/** Settles when the last draft of this browser has arrived. */
export const draftSaved = async (organizationId: number): Promise<void> => void (await onTheirWay.get(organizationId))

/** Pause in typing before the draft is saved. */
const restMs = 1000

/**
 * Stores what a person typed on the server, so that it survives a reload, another tab or another day. No patient data
 * stays in the browser (`rx-form/draft`).
 * @returns when it was saved last, and `stop`, which ends the saving and waits for one in progress
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
      // Two concurrent saves could arrive in the wrong order, so the next waits, except when the page closes.
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
