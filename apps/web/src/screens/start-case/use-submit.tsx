import { patients } from '@archwire/contract/client/patients'
import { rxFormNames } from '@archwire/contract/rx-forms/fields.ts'
import { rxForms } from '@archwire/contract/client/rx-forms'
import type { InputOf } from '@archwire/contract/core/client-route.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError, call, messageOf } from '../../lib/api.ts'
import { formatInstant } from '../../lib/format.ts'
import { isOfReleaseBefore } from '../../lib/drafts.ts'
import { Intent } from '../../lib/intent.ts'
import { homeOf, useSession } from '../../lib/session.tsx'
import { changesOf, refreshShown } from '../../lib/refresh-shown.ts'
import { toast } from '../../lib/toast.ts'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { focusField } from '../../ui/form/store.ts'
import type { CaseForm } from './case-form.ts'
import { missingIn } from './missing.ts'
import type { Saving } from './use-draft.ts'

/** The rules have checked that nothing required is null. */
type SubmitBody = InputOf<typeof rxForms.submitForOrganization>['body']

interface Similar {
  suffix: number
  at: string
}

/** Submits the case: asks first if the practice has a patient of this name, then creates it once. */
export function useSubmit(caseForm: CaseForm, draft: string, saving: Omit<Saving, 'shown' | 'keepMine'>) {
  const { form, organizationId } = caseForm
  const { me } = useSession()
  const [busy, setBusy] = useState(false)
  const [similar, setSimilar] = useState<Similar | null>(null)
  const router = useRouter()
  const client = useQueryClient()
  const [intent] = useState(() => new Intent())

  async function create() {
    setSimilar(null)
    setBusy(true)
    await saving.pause()
    const body = form.values()
    try {
      const query = { draft, ...saving.knowledge() }
      const input = { params: { id: organizationId }, query, body: body as SubmitBody }
      // What the page knows of its draft may change between two tries of one intent.
      const idempotencyKey = intent.keyFor({ ...input, query: { draft } })
      const { message } = await call(rxForms.submitForOrganization, input, { idempotencyKey }).catch((error) => {
        if (!isOfReleaseBefore(error, 'page')) throw error
        const older = isOfReleaseBefore(error) ? {} : { draft }
        return call(rxForms.submitForOrganization, { ...input, query: older }, { idempotencyKey })
      })
      intent.done({ ...input, query: { draft } })
      saving.done()
      client.removeQueries({ queryKey: ['rxForms'] })
      void refreshShown(client, changesOf(rxForms.submitForOrganization))
      toast.success(message)
      await router.navigate({ to: homeOf(me) })
    } catch (error) {
      setBusy(false)
      saving.goOn()
      refuse(error)
    }
  }

  /** The server's messages go to their fields, the focus to the first of them. */
  function refuse(error: unknown) {
    const fields = error instanceof ApiError ? error.fields : {}
    form.refuse(fields)
    const first = rxFormNames.find((name) => name in fields)
    toast.error(messageOf(error))
    if (first) requestAnimationFrame(() => focusField(form, first))
  }

  async function submit() {
    form.visitAll()
    const [missing] = missingIn(caseForm)
    if (missing) return focusField(form, missing.field)
    setBusy(true)
    const { first_name, last_name, case_number_text, user_id } = form.values()
    try {
      const { data } = await call(patients.checkSimilar, {
        query: {
          first_name,
          last_name,
          case_number_text,
          organization_id: organizationId,
          user_id: user_id ?? undefined,
        },
      })
      if (!data.has_similar_patient) return await create()
      setBusy(false)
      setSimilar({ suffix: data.numeric_suffix ?? 1, at: data.created_at ?? '' })
    } catch (error) {
      setBusy(false)
      if (error instanceof ApiError && Object.keys(error.fields).length > 0) refuse(error)
      else toast.error('Failed to fetch similar patient data')
    }
  }

  const dialog = (
    <ConfirmDialog
      opened={similar !== null}
      title="Same name"
      confirm="YES"
      cancel="NO"
      onClose={() => setSimilar(null)}
      onConfirm={() => void create()}
    >
      {similar && similarText(similar)}
    </ConfirmDialog>
  )
  return { submit, busy, dialog }
}

/** The text of `cases/similar`; several such patients get the plural. */
export const similarText = ({ suffix, at }: Similar): string =>
  `${suffix > 1 ? 'Patients with this exact name were' : 'A patient with this exact name was'} already submitted` +
  // Of a colleague's case a member learns no day.
  `${at ? ` on ${formatInstant(at).slice(0, 10)}` : ''}. Click YES to proceed, but note a (${suffix}) will be placed in the name to ` +
  'differentiate this patient from the first.'
