import { patients } from '@archwire/contract/client/patients'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { CaseStatus, CompleteSetup, HoldButton, NextWaiting } from '../../features/patients/index.ts'
import { OpenSteps } from '../../features/tech-workflows/index.ts'
import { formatInstant } from '../../lib/format.ts'
import { query } from '../../lib/query.ts'
import { homeOf, useSession } from '../../lib/session.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Section } from '../../ui/page.tsx'
import { Note } from '../../ui/states.tsx'
import { CaseColumns, CasePage, CaseRequests, CaseTalk } from '../case-parts/case-page.tsx'
import { ChangesAsked } from '../case-parts/changes-asked.tsx'
import { Decision, RoomForDecision } from '../case-parts/decision.tsx'
import { RxSummary } from '../case-parts/rx-summary.tsx'
import { ScanFiles } from '../case-parts/scan-files.tsx'
import { Scenes } from '../case-parts/scenes.tsx'
import { SetupUpload } from '../case-parts/setup-upload.tsx'
import { AddFiles } from './add-files.tsx'
import { Photos } from './photos.tsx'
import styles from './patient-details.module.css'

/** The case: what it is, its state, the setup in 3D, and its actions. Buttons come from `can` only. */
export function PatientDetails({ id }: { id: number }) {
  const { patient } = useSuspenseQuery(query(patients.get, { params: { id } })).data
  const { me } = useSession()
  const router = useRouter()
  const [decided, setDecided] = useState(false)
  const { can } = patient
  const home = homeOf(me)
  return (
    <CasePage
      patient={patient}
      list={home}
      actions={
        <>
          <HoldButton patient={patient} />
          {me.is_management && (
            <LinkButton to={`/patient-workflow/${id}`} command="Workflow of the case" variant="default">
              Workflow
            </LinkButton>
          )}
          <CompleteSetup
            patient={patient}
            openSteps={<OpenSteps workflow={patient.initial_case_setup} />}
            onDone={() => void router.navigate({ to: home })}
          />
          <Decision patient={patient} onDone={() => setDecided(true)} />
        </>
      }
    >
      {patient.deleted_at && <Note tone="error">This case is archived.</Note>}
      {decided && <NextWaiting decided={patient} />}
      <CaseStatus patient={patient} />
      <ChangesAsked patient={patient} />
      <CaseColumns
        side={
          <>
            <CaseTalk patient={patient} />
            <p className={styles.dates}>
              Created {formatInstant(patient.created_at)}, modified {formatInstant(patient.updated_at)}
            </p>
          </>
        }
      >
        <Scenes patient={patient} />
        {can.add_setup && !me.is_management && (
          <Section title="Setup">
            <SetupUpload patient={patient} />
          </Section>
        )}
        <CaseRequests patient={patient} />
        <Section title="STL Files">
          <ScanFiles files={patient.patient_files} />
          {can.add_files && <AddFiles patient={patient} kind="scans" />}
        </Section>
        <Section title="Photos">
          <Photos files={patient.patient_files} />
          {can.add_files && <AddFiles patient={patient} kind="photos" />}
        </Section>
        <Section title="Rx form">
          {patient.rx_form ? <RxSummary form={patient.rx_form} /> : <p>There is no Rx form.</p>}
        </Section>
      </CaseColumns>
      <RoomForDecision patient={patient} />
    </CasePage>
  )
}
