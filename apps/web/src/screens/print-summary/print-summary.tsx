import type { Patient } from '@archwire/contract/patients/schema.ts'
import { customerRequestStatuses } from '@archwire/contract/requests/lifecycle.ts'
import { Button } from '@mantine/core'
import { Link, useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef } from 'react'
import { PaperPage } from '../../ui/paper.tsx'
import { withTrays, type OfCase } from './requests-of-case.ts'
import { SummarySheet } from './summary-sheet.tsx'

/** The page is complete, and may be looked at, before the print dialog covers it. */
const printDelayMs = 1000

/** What is open; where nothing is, what was completed: a finished print is looked at, too. */
function openOrOver<Request extends { status: { id: number } }>(requests: readonly Request[]): Request[] {
  const inState = (id: number) => requests.filter(({ status }) => status.id === id)
  const open = inState(customerRequestStatuses.pending.id)
  return open.length > 0 ? open : inState(customerRequestStatuses.completed.id)
}

/**
 * The summary of a case on paper for the lab's staff (`work/summary`). It opens the print dialog by itself, and leads
 * back to the case's details once that is closed. Its buttons lead to the parts of the case instead.
 */
export function PrintSummary({ patient, requests }: { patient: Patient; requests: readonly OfCase[] }) {
  const sheet = useRef<HTMLDivElement>(null)
  const router = useRouter()
  const back = useEffectEvent(
    () => void router.navigate({ to: '/patient-details/$id', params: { id: patient.id }, replace: true }),
  )
  useEffect(() => {
    addEventListener('afterprint', back)
    return () => removeEventListener('afterprint', back)
  }, [])
  useEffect(() => {
    let left = false
    const wait = new Promise((done) => setTimeout(done, printDelayMs))
    // Pictures that arrive after the dialog has opened are missing on the paper.
    const pictures = [...(sheet.current?.querySelectorAll('img') ?? [])].map((image) => image.decode().catch(() => {}))
    void Promise.all([wait, ...pictures]).then(() => !left && window.print())
    return () => void (left = true)
  }, [])
  return (
    <PaperPage
      bar={
        <>
          <Button variant="default" component={Link} to={`/patient-details/${patient.id}`}>
            Initial Setup
          </Button>
          {openOrOver(withTrays(requests)).map(({ id }, _, all) => (
            <Button key={id} variant="default" component={Link} to={`/requests/${id}`}>
              {all.length === 1 ? 'Flawed Trays' : `Flawed Trays ${id}`}
            </Button>
          ))}
          {openOrOver(patient.customer_requests).map(({ id }, _, all) => (
            <Button key={id} variant="default" component={Link} to={`/requests/${id}`}>
              {all.length === 1 ? 'Print Request' : `Print Request ${id}`}
            </Button>
          ))}
          <Button onClick={() => window.print()}>Print</Button>
        </>
      }
    >
      <div ref={sheet}>
        <SummarySheet patient={patient} requests={requests} />
      </div>
    </PaperPage>
  )
}
