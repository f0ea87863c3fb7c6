import type { ClientRoute } from '@archwire/contract/core/client-route.ts'
import { errorCodes } from '@archwire/contract/core/error-codes.ts'
import type { Input, Output, Route } from '@archwire/contract/core/route.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiError, call, messageOf, newIntent } from './api.ts'
import { changesOf, refreshShown } from './refresh-shown.ts'
import { toast } from './toast.ts'

/** Why an invoice is not paid although that was asked for. */
export interface ChargeProblem {
  /** `unanswered`: whether it was charged is not known yet; the same request may be sent again. */
  kind: 'declined' | 'unanswered' | 'refused'
  message: string
}

/** Whether the portal took the request in is unknown, or the payment provider did not answer. */
const isLost = (error: Error): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status === 408 || error.status >= 500)

function problemOf(error: Error): ChargeProblem {
  const isDeclined = error instanceof ApiError && error.code === errorCodes.paymentDeclined
  return { kind: isLost(error) ? 'unanswered' : isDeclined ? 'declined' : 'refused', message: messageOf(error) }
}

/**
 * A call that charges. A request that was not answered keeps its key however late it is sent again, so that it is charged
 * once; after a refusal the next one is a new try (`billing/charged-once`). A refusal is read beside the page as it is by
 * then: what was charged, or another total.
 */
export function useCharge<R extends Route>(route: ClientRoute<R>, onDone: (answer: Output<R>) => unknown) {
  const client = useQueryClient()
  const attempt = useRef<{ of: string; key: string }>(undefined)
  const [problem, setProblem] = useState<ChargeProblem>()
  const { isPending, mutate } = useMutation<Output<R>, Error, Input<R>>({
    mutationFn: (input) => {
      const of = JSON.stringify(input)
      if (attempt.current?.of !== of) attempt.current = { of, key: newIntent() }
      return call(route, input, { idempotencyKey: attempt.current.key })
    },
    onMutate: () => setProblem(undefined),
    onSuccess: (answer) => {
      attempt.current = undefined
      const { message } = answer as { message?: string }
      if (message) toast.success(message)
      void refreshShown(client, changesOf(route))
      return onDone(answer)
    },
    onError: async (error) => {
      if (!isLost(error)) attempt.current = undefined
      // Without a session there is nothing to read, and the sign-in takes the place of the page.
      if (error instanceof ApiError && error.status === 401) return
      await refreshShown(client, changesOf(route))
      setProblem(problemOf(error))
    },
  })
  return { problem, busy: isPending, charge: mutate }
}
