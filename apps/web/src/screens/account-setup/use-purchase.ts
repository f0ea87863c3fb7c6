import { accountSetup } from '@archwire/contract/client/account-setup'
import type { AccountSetup, InitialPurchase } from '@archwire/contract/account-setup/schema.ts'
import type { OrderBrief } from '@archwire/contract/billing/schema.ts'
import { errorCodes } from '@archwire/contract/core/error-codes.ts'
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiError, call, messageOf, newIntent } from '../../lib/api.ts'
import { changesOf, refreshShown } from '../../lib/refresh-shown.ts'
import { paymentInfoQuery, setupQuery, startUpFeeQuery } from './reads.ts'
import { settingsQuery } from '../../lib/lab-settings.ts'

/** Why the setup is not finished although it was asked for. */
export interface PurchaseProblem {
  /** `unanswered`: whether it was charged is not known yet; the same request may be sent again. */
  kind: 'declined' | 'unanswered' | 'refused'
  message: string
}

interface Attempt {
  key: string
  body: InitialPurchase
}

const statusOf = (error: unknown): number => (error instanceof ApiError ? error.status : 0)
const isDeclined = (error: unknown): boolean => error instanceof ApiError && error.code === errorCodes.paymentDeclined
/** Whether the portal took the request in is unknown, or the payment provider did not answer. */
const isLost = (error: unknown): boolean => {
  const status = statusOf(error)
  return status === 0 || status === 408 || status >= 500
}

/**
 * Finishes the setup. A request that was not answered keeps its key until its result is known, so that it is charged once
 * however often it is sent; after a refusal the next request is a new one (`billing/charged-once`).
 */
export function usePurchase(organizationId: number) {
  const client = useQueryClient()
  const attempt = useRef<Attempt>(undefined)
  const [problem, setProblem] = useState<PurchaseProblem>()
  /** The promotion code could not be used; the message is about its field. */
  const [codeProblem, setCodeProblem] = useState<string>()
  const [retrying, setRetrying] = useState(false)
  const purchase = useMutation({
    mutationFn: (body: InitialPurchase) => {
      if (JSON.stringify(attempt.current?.body) !== JSON.stringify(body)) attempt.current = { key: newIntent(), body }
      const { key } = attempt.current!
      return call(accountSetup.purchase, { params: { id: organizationId }, body }, { idempotencyKey: key })
    },
    onMutate: () => {
      setProblem(undefined)
      setCodeProblem(undefined)
    },
    onSuccess: async ({ order }) => {
      attempt.current = undefined
      client.setQueryData(setupQuery(organizationId).queryKey, (known) => known && settledBy(known, order))
      await refreshShown(client, changesOf(accountSetup.purchase))
    },
    onError: async (error) => {
      if (isLost(error)) {
        setProblem({ kind: 'unanswered', message: messageOf(error) })
        void readAgain(client, organizationId)
        return
      }
      // Without a session there is nothing to read, and the sign-in takes the place of the page.
      if (statusOf(error) !== 401) await readAgain(client, organizationId)
      const fresh = client.getQueryData(setupQuery(organizationId).queryKey)?.account_setup
      // The page says that a payment is in progress, this one or another.
      if (statusOf(error) === 409 && fresh?.is_in_progress) return
      attempt.current = undefined
      const said = error instanceof ApiError ? error.fields.promotion_code?.[0] : undefined
      if (said === undefined)
        setProblem({ kind: isDeclined(error) ? 'declined' : 'refused', message: messageOf(error) })
      else setCodeProblem(said)
    },
    onSettled: () => setRetrying(false),
  })
  const { isPending: busy, mutate } = purchase
  return {
    problem,
    codeProblem,
    busy,
    /** A request whose result is not known is being sent again. */
    isRetrying: busy && retrying,
    finish: (body: InitialPurchase) => mutate(body),
    /** Sends the request again whose result is not known; undefined where there is none. */
    again:
      problem?.kind === 'unanswered'
        ? () => {
            if (!attempt.current) return
            setRetrying(true)
            mutate(attempt.current.body)
          }
        : undefined,
    /**
     * A payment in progress has ended without a result for this page, with the provider's words where there are some: the next
     * request is a new one.
     */
    ended: (lastProblem: string | null) => {
      if (busy || (problem && problem.kind !== 'unanswered')) return
      attempt.current = undefined
      setProblem(
        lastProblem === null
          ? { kind: 'refused', message: 'The payment did not go through. Nothing was charged.' }
          : { kind: 'declined', message: lastProblem },
      )
    },
    /** Another step is opened: a refusal was read. What is not known yet stays. */
    settle: () => setProblem((known) => (known?.kind === 'unanswered' ? known : undefined)),
  }
}
export type Purchase = ReturnType<typeof usePurchase>

interface Known {
  account_setup: AccountSetup
}

/** The setup after its purchase, until it is read again. */
const settledBy = ({ account_setup }: Known, order: OrderBrief): Known => ({
  account_setup: {
    ...account_setup,
    order,
    is_finished: true,
    is_in_progress: false,
    startup_fee: account_setup.startup_fee === 'due' ? 'paid' : account_setup.startup_fee,
  },
})

/** What the page showed may be out of date: prices, methods, or what another page did. */
async function readAgain(client: QueryClient, organizationId: number): Promise<void> {
  const reads = [setupQuery(organizationId), paymentInfoQuery(organizationId), startUpFeeQuery, settingsQuery]
  await Promise.all(reads.map(({ queryKey }) => client.invalidateQueries({ queryKey })))
}
