import { rxForms } from '@archwire/contract/client/rx-forms'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { changesOf, refreshShown } from '../../lib/refresh-shown.ts'
import { sessionIsOver } from '../../lib/session.tsx'
import { heldWork } from '../../lib/unsaved-work.ts'
import type { CaseForm, Draft } from './case-form.ts'
import { draftKey, DraftSaver, type DraftState, type Knowledge } from './draft-saver.ts'

/** Where a form's draft stands, and what can be done with its saving. */
export interface Saving {
  shown: DraftState
  pause: () => Promise<void>
  goOn: () => void
  done: () => void
  /** What the page knows of the draft, for whoever submits it. */
  knowledge: () => Knowledge
  keepMine: (theirs: Draft | null) => void
}

/** Keeps a form as this draft while it is shown. */
export function useDraft(caseForm: CaseForm, draft: string): Saving {
  const [shown, setShown] = useState<DraftState>({ state: 'same' })
  const client = useQueryClient()
  const saver = useRef<DraftSaver>(undefined)
  useEffect(() => {
    const restored = heldWork(draftKey(caseForm.organizationId, draft)) !== undefined
    const present = new DraftSaver(caseForm, draft, restored, setShown)
    saver.current = present
    return () =>
      void present.end().then(() => {
        if (!sessionIsOver()) void refreshShown(client, changesOf(rxForms.saveDraft))
      })
  }, [client, caseForm, draft])
  return {
    shown,
    pause: async () => saver.current?.pause(),
    goOn: () => saver.current?.goOn(),
    done: () => saver.current?.done(),
    knowledge: () => saver.current?.knowledge() ?? {},
    keepMine: (theirs) => saver.current?.keepMine(theirs),
  }
}
