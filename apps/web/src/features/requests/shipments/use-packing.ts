import { printingRequests } from '@archwire/contract/client/printing-requests'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { messageOf } from '../../../lib/api.ts'
import { useCall } from '../../../lib/query.ts'
import { formatDay } from '../../../lib/format.ts'
import { useShipDay } from './next-to-ship.tsx'
import { caseName, type Packed, type Parcel } from './parcel.ts'
import { codeOf, right, verdictOf, type Verdict } from './scan-verdict.ts'
import { playVerdict } from './sounds.ts'

/** Packing by scans and clicks: what the last one came to, which parcel is being packed, and what is on its way to the server. */
export interface Packing {
  verdict: Verdict | null
  /** How many scans and clicks there were. */
  count: number
  current: string | null
  sent: ReadonlySet<number>
  choose: (parcel: Parcel) => void
  scan: (typed: string) => void
  pack: (request: Packed, parcel: Parcel) => void
  takeOut: (request: Packed) => void
}

/** @param parcels as the server has them now */
export function usePacking(parcels: readonly Parcel[]): Packing {
  const call = useCall(printingRequests.packed, { announce: false, onError: () => true })
  const [{ verdict, count }, setShown] = useState<{ verdict: Verdict | null; count: number }>({
    verdict: null,
    count: 0,
  })
  const [current, setCurrent] = useState<string | null>(null)
  const [sent, setSent] = useState<ReadonlySet<number>>(new Set())
  // A scanner may read the next label before this page has drawn the last one.
  const latest = useRef({ current, sent })

  const change = (next: Partial<typeof latest.current>) => {
    latest.current = { ...latest.current, ...next }
    setCurrent(latest.current.current)
    setSent(latest.current.sent)
  }
  // What the server has is no longer on its way: someone else may take it out again.
  const confirm = useEffectEvent(() => {
    const waiting = [...latest.current.sent].filter((id) => !parcels.some((parcel) => hasPacked(parcel, id)))
    if (waiting.length < latest.current.sent.size) change({ sent: new Set(waiting) })
  })
  useEffect(() => confirm(), [parcels])
  const show = (next: Verdict) => {
    playVerdict(next.tone)
    setShown((shown) => ({ verdict: next, count: shown.count + 1 }))
  }
  const save = (request: Packed, packed: boolean) =>
    call.mutateAsync({ params: { id: request.printing_request.id }, body: { packed } }).catch((error: unknown) => {
      change({ sent: without(latest.current.sent, request.id) })
      show({ tone: 'wrong', text: `${caseName(request)}: ${messageOf(error)}` })
    })
  const dayOf = useShipDay()
  /** A print of another day: the answer comes after the verdict, and is read out as well. */
  const addDay = async (missed: Verdict, code: string) => {
    const day = await dayOf(code).catch(() => undefined)
    if (day === undefined) return
    const text = `${missed.text} It ships on ${formatDay(day)}.`
    setShown((shown) => (shown.verdict === missed ? { ...shown, verdict: { ...missed, text } } : shown))
  }
  const take = (next: Verdict, code?: string) => {
    show(next)
    if (next.missed && code !== undefined) void addDay(next, code)
    if (!next.request || !next.parcel) return
    change({ current: next.parcel.key, sent: new Set([...latest.current.sent, next.request.id]) })
    void save(next.request, true)
  }
  return {
    verdict,
    count,
    current,
    sent,
    choose: (parcel) => change({ current: parcel.key }),
    scan: (typed) => {
      const code = codeOf(typed)
      take(verdictOf(code, parcels, latest.current.current, latest.current.sent), code)
    },
    pack: (request, parcel) => take(right(request, parcel, latest.current.sent)),
    takeOut: (request) => {
      change({ sent: without(latest.current.sent, request.id) })
      show({ tone: 'done', text: `${caseName(request)} is taken out of the parcel.` })
      void save(request, false)
    },
  }
}

const hasPacked = ({ requests }: Parcel, id: number): boolean =>
  requests.some((request) => request.id === id && request.printing_request.packed_at !== undefined)

const without = (ids: ReadonlySet<number>, id: number): ReadonlySet<number> =>
  new Set([...ids].filter((each) => each !== id))
