import { rxFormNames } from '@archwire/contract/rx-forms/fields.ts'
import { rxForms } from '@archwire/contract/client/rx-forms'
import type { InputOf } from '@archwire/contract/core/client-route.ts'
import { errorCodes } from '@archwire/contract/core/error-codes.ts'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError, call, messageOf } from '../../lib/api.ts'
import { Intent } from '../../lib/intent.ts'
import { openPrintWindow, type PrintWindow } from '../../lib/print-window.ts'
import { homeOf, useSession } from '../../lib/session.tsx'
import { changesOf, refreshShown } from '../../lib/refresh-shown.ts'
import { toast } from '../../lib/toast.ts'
import { focusField } from '../../ui/form/store.ts'
import { pricesQuery } from '../../lib/prices.ts'
import type { CaseForm } from './case-form.ts'
import {
  findSimilar,
  similarNotFetched,
  SimilarPatient,
  type Similar,
} from '../../features/create-case/similar-patient.tsx'
import type { Submitted } from '../../features/patients/index.ts'
import { missingIn } from './missing.ts'
import { PrintBlocked } from './print-blocked.tsx'
import type { Saving } from './use-draft.ts'

/** The rules have checked that nothing required is null. */
type SubmitBody = InputOf<typeof rxForms.submitForOrganization>['body']

declare module '@tanstack/history' {
  interface HistoryState {
    /** Whose case was submitted just before the list came. */
    submitted?: Submitted | undefined
  }
}

/**
 * Submits the case: asks first if the practice has a patient of this name, then creates it once, and shows its form for
 * print (`rx-form/print`).
 */
export function useSubmit(caseForm: CaseForm, draft: string, saving: Omit<Saving, 'shown' | 'keepMine'>) {
  const { form, organizationId } = caseForm
  const { me } = useSession()
  const [busy, setBusy] = useState(false)
  const [similar, setSimilar] = useState<Similar | null>(null)
  /** The case that was submitted, while its print view is blocked. */
  const [unprinted, setUnprinted] = useState<number | null>(null)
  const router = useRouter()
  const client = useQueryClient()
  const [intent] = useState(() => new Intent())

  const toTheList = () => {
    const { user_id, location_id } = form.values()
    return router.navigate({ to: homeOf(me), state: { submitted: { organizationId, user_id, location_id } } })
  }

  async function create(paper: PrintWindow | null) {
    setSimilar(null)
    setBusy(true)
    await saving.pause()
    const body = form.values()
    try {
      const prices = shownPrices(client, organizationId)
      const query = { draft, ...saving.knowledge(), ...prices }
      const input = { params: { id: organizationId }, query, body: body as SubmitBody }
      // What the page knows of its draft may change between two tries of one intent.
      const idempotencyKey = intent.keyFor({ ...input, query: { draft, ...prices } })
      const { message, rx_form } = await call(rxForms.submitForOrganization, input, { idempotencyKey })
      intent.done({ ...input, query: { draft, ...prices } })
      saving.done()
      client.removeQueries({ queryKey: ['rxForms'] })
      void refreshShown(client, changesOf(rxForms.submitForOrganization))
      toast.success(message)
      if (!paper) {
        setBusy(false)
        return setUnprinted(rx_form.patient_id)
      }
      paper.show(rx_form.patient_id)
      await toTheList()
    } catch (error) {
      paper?.close()
      setBusy(false)
      saving.goOn()
      refuse(error)
    }
  }

  /** The server's messages go to their fields, the focus to the first of them. */
  function refuse(error: unknown) {
    const fields = error instanceof ApiError ? error.fields : {}
    // Other prices hold by now, or none were shown.
    if (error instanceof ApiError && (error.code === errorCodes.pricesChanged || 'price_list' in fields))
      void client.invalidateQueries({ queryKey: pricesQuery(organizationId).queryKey })
    form.refuse(fields)
    const first = rxFormNames.find((name) => name in fields)
    toast.error(messageOf(error))
    if (first) requestAnimationFrame(() => focusField(form, first))
  }

  async function submit() {
    form.visitAll()
    const [missing] = missingIn(caseForm)
    if (missing) return focusField(form, missing.field)
    const paper = openPrintWindow()
    setBusy(true)
    const { first_name, last_name, case_number_text, user_id } = form.values()
    try {
      const found = await findSimilar({
        first_name,
        last_name,
        case_number_text,
        organization_id: organizationId,
        user_id: user_id ?? undefined,
      })
      if (!found) return await create(paper)
      paper?.close()
      setBusy(false)
      setSimilar(found)
    } catch (error) {
      paper?.close()
      setBusy(false)
      if (error instanceof ApiError && Object.keys(error.fields).length > 0) refuse(error)
      else toast.error(similarNotFetched)
    }
  }

  const dialog = unprinted ? (
    <PrintBlocked patientId={unprinted} onDone={() => void toTheList()} />
  ) : (
    <SimilarPatient
      similar={similar}
      onClose={() => setSimilar(null)}
      onConfirm={() => void create(openPrintWindow())}
    />
  )
  return { submit, busy, dialog }
}

/** The prices that the page shows; none for whoever does not read prices (`rx-form/price`). */
function shownPrices(client: QueryClient, organizationId: number): { price_list?: number; price_overrides?: number } {
  const shown = client.getQueryData(pricesQuery(organizationId).queryKey)?.pricing
  return shown?.arch ? { price_list: shown.version, price_overrides: shown.overrides ?? 0 } : {}
}
