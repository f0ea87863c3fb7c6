import { rxForms } from '@archwire/contract/client/rx-forms'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ApiError, call, messageOf } from '../../lib/api.ts'
import { whenLineIsBack } from '../../lib/line.ts'
import { changesOf, refreshShown } from '../../lib/refresh-shown.ts'
import { sessionIsOver } from '../../lib/session.tsx'
import { dropWork, givenUpTimes, heldWork, holdWork } from '../../lib/unsaved-work.ts'
import { pendingIn } from '../../features/files/index.ts'
import type { CaseForm } from './case-form.ts'

/** Saves in progress, by draft: the form may be left and opened again before they finish. */
const onTheirWay = new Map<string, Promise<unknown>>()

/** Among all unsaved work: the form of one draft. */
export const draftKey = (organizationId: number, draft: string): string => `case:${organizationId}:${draft}`

/** Settles when the last save of this draft by this browser has arrived. */
export const draftSaved = async (organizationId: number, draft: string): Promise<void> =>
  void (await onTheirWay.get(draftKey(organizationId, draft)))

/** Pause in typing before the draft is saved, and before what could not be saved is tried again. */
const [restMs, againMs] = [1000, 10_000]

/** Where the draft stands: nothing to say, on its way, arrived (an instant), or not, and why. */
export type DraftState =
  | { state: 'same' | 'saving' }
  | { state: 'saved'; at: string }
  | { state: 'unsaved'; why: string }

/**
 * Stores what a person typed on the server, so that it survives a reload, another tab or another day. No patient data
 * stays in the browser; what could not be saved is kept in this page's memory (`rx-form/draft`, `screens/unsaved`).
 * @returns where it stands; `pause`, which waits for a save in progress and ends the saving until `goOn`
 */
export function useDraft(caseForm: CaseForm, draft: string, alreadyKept: boolean) {
  const [shown, setShown] = useState<DraftState>({ state: 'same' })
  const client = useQueryClient()
  const saver = useRef<{ pause: () => Promise<void>; goOn: () => void }>(undefined)
  const { form, organizationId } = caseForm
  useEffect(() => {
    const key = draftKey(organizationId, draft)
    const filesKey = `${key}:files`
    // A form that comes back from this page's memory is not on the server yet.
    const restored = heldWork(key) !== undefined
    let last = restored ? '' : JSON.stringify(form.values())
    let known = alreadyKept || restored
    let edited = givenUpTimes()
    let [stopped, paused] = [false, false]
    let timer: ReturnType<typeof setTimeout> | undefined
    let running: Promise<unknown> = Promise.resolve()
    const hold = () => holdWork(key, 'What you typed in Start A Case is not saved yet.', caseForm)
    const { scans, photos } = caseForm
    const filesPending = () => pendingIn(scans) + pendingIn(photos) > 0
    // The draft has only what arrived: leaving asks about the other files.
    const lookAtFiles = () => {
      if (!paused && filesPending()) holdWork(filesKey, 'Files have not arrived yet, or wait for an answer of yours.')
      else dropWork(filesKey)
    }
    const arrived = ({ updated_at }: { updated_at: string }) => {
      dropWork(key)
      setShown({ state: 'saved', at: updated_at })
    }
    const failed = (error: unknown) => {
      last = ''
      // Left with a yes to the question, after the last key: what was given up is not held again.
      if (stopped && givenUpTimes() !== edited) return
      hold()
      const cut = error instanceof ApiError && error.status === 0
      setShown({ state: 'unsaved', why: cut ? 'It is saved when the line is back.' : messageOf(error) })
      if (!stopped && !paused) timer = setTimeout(save, againMs)
    }
    function save(keepalive = false) {
      clearTimeout(timer)
      const text = JSON.stringify(form.values())
      if (stopped || paused || text === last || (!known && !form.changed())) return
      last = text
      known = true
      setShown({ state: 'saving' })
      const input = { params: { id: organizationId }, query: { draft }, body: { data: { ...form.values() } } }
      // Two concurrent saves could arrive in the wrong order, so the next waits, except when the page closes.
      const before = keepalive ? Promise.resolve() : running
      running = before.then(() => call(rxForms.saveDraft, input, { keepalive })).then(arrived, failed)
      onTheirWay.set(key, running)
    }
    const stopListening = form.subscribe(() => {
      edited = givenUpTimes()
      clearTimeout(timer)
      timer = setTimeout(save, restMs)
    })
    const stopWaiting = whenLineIsBack(save)
    const stopLooking = [scans, photos].map((queue) => queue.subscribe(lookAtFiles))
    lookAtFiles()
    const leave = () => {
      if (document.visibilityState === 'hidden') save(true)
    }
    document.addEventListener('visibilitychange', leave)
    if (restored) save()
    saver.current = {
      pause: async () => {
        paused = true
        lookAtFiles()
        clearTimeout(timer)
        await running
      },
      goOn: () => {
        paused = false
        lookAtFiles()
        save()
      },
    }
    return () => {
      save(true)
      if (paused) dropWork(key)
      // Files that had not arrived when the session ended go on with the form.
      if (sessionIsOver() && filesPending()) hold()
      for (const stop of stopLooking) stop()
      dropWork(filesKey)
      stopped = true
      clearTimeout(timer)
      stopListening()
      stopWaiting()
      document.removeEventListener('visibilitychange', leave)
      void running.then(() => {
        if (!sessionIsOver()) void refreshShown(client, changesOf(rxForms.saveDraft))
      })
    }
  }, [client, caseForm, form, organizationId, draft, alreadyKept])
  return { shown, pause: async () => saver.current?.pause(), goOn: () => saver.current?.goOn() }
}
