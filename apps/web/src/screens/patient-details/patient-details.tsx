import { patients } from '@archwire/contract/client/patients'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { CaseCosts } from '../../features/invoices/index.ts'
import {
  ArchiveActions,
  CaseRecord,
  CaseStatus,
  CompleteSetup,
  HoldButton,
  NextWaiting,
} from '../../features/patients/index.ts'
import { OpenSteps } from '../../features/tech-workflows/index.ts'
import { formatDayOf } from '../../lib/format.ts'
import { ApiError } from '../../lib/api.ts'
import { query } from '../../lib/query.ts'
import { homeOf, useSession } from '../../lib/session.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Section } from '../../ui/page.tsx'
import { Note } from '../../ui/states.tsx'
import { CaseColumns, CasePage, CaseRequests, CaseTalk } from '../case-parts/case-page.tsx'
import { StartAgain } from '../case-parts/cancel-case.tsx'
import { ChangesAsked } from '../case-parts/changes-asked.tsx'
import { Decision, RoomForDecision } from '../case-parts/decision.tsx'
import { UnreadRxChanges } from '../case-parts/rx-changes.tsx'
import { IosFiles } from '../case-parts/ios-files.tsx'
import { ReportFiles } from '../case-parts/report-files.tsx'
import { RxFormSection } from '../case-parts/rx-form-section.tsx'
import { ScanFiles } from '../case-parts/scan-files.tsx'
import { Scenes } from '../case-parts/scenes.tsx'
import { SetupUpload } from '../case-parts/setup-upload.tsx'
import { Photos } from '../case-parts/photos.tsx'
import { SpecialInstructions } from '../case-parts/special-instructions.tsx'

/** The case: what it is, its state, the setup in 3D, and its actions. Buttons come from `can` only. */
export function PatientDetails({ id }: { id: number }) {
  const { data, error } = useSuspenseQuery(query(patients.get, { params: { id } }))
  const { patient } = data
  const isGone = error instanceof ApiError && error.status === 404
  const { me } = useSession()
  const router = useRouter()
  const [decided, setDecided] = useState(false)
  const { can } = patient
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
      <CaseStatus patient={patient} />
      <ChangesAsked patient={patient} />
      <UnreadRxChanges patient={patient} />
      <CaseColumns side={<CaseTalk patient={patient} />}>
        <Scenes patient={patient} />
        {(can.add_setup || patient.patient_files.some(({ kind }) => kind === 'setup')) && (
          <Section title="Setup">
            <SetupUpload patient={patient} />
          </Section>
        )}
        <CaseRequests patient={patient} />
        <IosFiles patient={patient} />
        <ScanFiles patient={patient} />
        <Photos patient={patient} />
        <ReportFiles patient={patient} />
        <CaseRecord patient={patient} />
        <RxFormSection patient={patient} />
        <CaseCosts patient={patient} />
      </CaseColumns>
      <RoomForDecision patient={patient} />
    </CasePage>
  )
}
