import { patients } from '@archwire/contract/client/patients'
import type { Patient } from '@archwire/contract/patients/schema.ts'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { query } from '../../lib/query.ts'

const MisfitDialog = lazy(() => import('./misfit-dialog.tsx'))

interface Props {
  patient: Patient
  /** One request of the case; without it all. */
  requestId?: number
}

/** The button and dialog by which a practice reports trays that the lab made and that do not fit (`cases/misfit`). */
export function ReportMisfit({ patient, requestId }: Props) {
  const [opened, setOpened] = useState(false)
  const arches = patient.customer_requests
    .filter(({ id }) => requestId === undefined || id === requestId)
    .reduce((all, { misfit_arches }) => all | (misfit_arches ?? 0), 0)
  if (arches === 0 && !opened) return null
  return (
    <>
      <Button variant="default" size="compact-md" onClick={() => setOpened(true)}>
        Tray does not fit
      </Button>
      {opened && (
        <Suspense fallback={null}>
          <MisfitDialog patient={patient} arches={arches} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  )
}

/** The same on the page of a request that has shipped. */
export function ReportMisfitOf({ patientId, requestId }: { patientId: number; requestId: number }) {
  const { data } = useQuery(query(patients.get, { params: { id: patientId } }))
  return data && <ReportMisfit patient={data.patient} requestId={requestId} />
}
