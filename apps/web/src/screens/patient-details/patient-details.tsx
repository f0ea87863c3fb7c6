import { patients } from '@archwire/contract/client/patients'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { ArchiveActions, CaseStatus, CompleteSetup, HoldButton, NextWaiting } from '../../features/patients/index.ts'
import { OpenSteps } from '../../features/tech-workflows/index.ts'
import { formatDayOf } from '../../lib/format.ts'
import { ApiError } from '../../lib/api.ts'
import { query } from '../../lib/query.ts'
import { homeOf, useSession } from '../../lib/session.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Note } from '../../ui/states.tsx'
import { AtAGlance } from '../case-parts/case-facts.tsx'
import { CaseColumns, CasePage } from '../case-parts/case-page.tsx'
import { StartAgain } from '../case-parts/cancel-case.tsx'
import { ChangesAsked } from '../case-parts/changes-asked.tsx'
import { Decision, RoomForDecision } from '../case-parts/decision.tsx'
import { UnreadRxChanges } from '../case-parts/rx-changes.tsx'
import { SpecialInstructions } from '../case-parts/special-instructions.tsx'

/** The case: what it is, its state, the setup in 3D, and its actions (`screens/case-order`). Buttons come from `can` only. */
export function PatientDetails({ id }: { id: number }) {
  const { data, error } = useSuspenseQuery(query(patients.get, { params: { id } }))
  const { patient } = data
  const isGone = error instanceof ApiError && error.status === 404
  const { me } = useSession()
  const router = useRouter()
  const [decided, setDecided] = useState(false)
  const home = homeOf(me)
  const toList = () => router.navigate({ to: home })
  return (
    <CasePage
      patient={patient}
      list={home}
      actions={
        <>
          <ArchiveActions patient={patient} onDeleted={toList} />
          <HoldButton patient={patient} />
          {me.is_management && (
            <LinkButton to={`/patient-workflow/${id}`} command="Workflow of the case" variant="default">
              Workflow
            </LinkButton>
          )}
          <CompleteSetup
            patient={patient}
            openSteps={<OpenSteps workflow={patient.initial_case_setup} />}
            onDone={() => void toList()}
          />
          <Decision patient={patient} onDone={() => setDecided(true)} />
        </>
      }
    >
      <SpecialInstructions text={patient.rx_form?.special_instructions} />
      {isGone && <Note tone="warning">This case was deleted, or you no longer have access to it.</Note>}
      {patient.deleted_at && <Note tone="error">This case is archived.</Note>}
      {patient.cancelled_at && !patient.deleted_at && (
        <Note tone="error">
          This case was canceled on {formatDayOf(patient.cancelled_at)}, and work on it has stopped. The history shows
          why. <StartAgain patient={patient} />
        </Note>
      )}
      {decided && <NextWaiting decided={patient} />}
      <AtAGlance form={patient.rx_form}>
        <CaseStatus patient={patient} />
      </AtAGlance>
      <ChangesAsked patient={patient} />
      <UnreadRxChanges patient={patient} />
      <CaseColumns patient={patient} />
      <RoomForDecision patient={patient} />
    </CasePage>
  )
}
