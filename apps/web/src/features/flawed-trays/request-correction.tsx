import type { Patient } from '@archwire/contract/patients/schema.ts'
import { lazy, Suspense, useState } from 'react'
import { caseOffer } from '../case/case-offer.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { Note } from '../../ui/states.tsx'
import { correctorOfCase } from './corrector.ts'

const CorrectionDialog = lazy(() => import('./correction-dialog.tsx'))

/** The button and dialog that report trays which do not fit; while that is not possible it says why (`corrections/ask`). */
export function RequestCorrection({ patient }: { patient: Patient }) {
  const [opened, setOpened] = useState(false)
  const offered = caseOffer(patient, 'request_correction')
  if (!offered && !opened) return null
  return (
    <>
      <ActionButton variant="default" size="compact-md" why={offered?.why} onClick={() => setOpened(true)}>
        Request tray correction
      </ActionButton>
      {opened && (
        <Suspense fallback={null}>
          <CorrectionDialog patient={patient} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  )
}

/** Whose turn it is while a tray waits for its correction, for the practice that asked (`corrections/ask`). */
export const CorrectionNote = ({ patient }: { patient: Patient }) =>
  patient.has_pending_flawed_tray_request && (
    <Note>{correctorOfCase(patient)} corrects the tray. You will be notified when the corrected file is ready.</Note>
  )
