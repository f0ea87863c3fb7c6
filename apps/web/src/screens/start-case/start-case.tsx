import { rxForms } from '@archwire/contract/client/rx-forms'
import { rxFormSections, type RxFormField } from '@archwire/contract/rx-forms/fields.ts'
import { Button } from '@mantine/core'
import { useEffect, useState, useSyncExternalStore, type ReactNode } from 'react'
import { call } from '../../lib/api.ts'
import { nameOf, useSession } from '../../lib/session.tsx'
import { useCall } from '../../lib/query.ts'
import { Ago } from '../../ui/badges.tsx'
import { focusField } from '../../ui/form/store.ts'
import { Page } from '../../ui/page.tsx'
import { Note } from '../../ui/states.tsx'
import { uploadedOf, type UploadQueue } from '../../features/files/index.ts'
import { CaseFormContext, makeCaseForm, type CaseForm, type Draft, type Practice } from './case-form.ts'
import { DeliverySection } from './delivery-section.tsx'
import { ImpressionSection } from './impression-section.tsx'
import { MissingList, SectionIndex, sectionId, useMissing } from './missing-list.tsx'
import { NotesSection } from './notes-section.tsx'
import { PatientSection } from './patient-section.tsx'
import { ProductSection } from './product-section.tsx'
import styles from './start-case.module.css'
import { Summary } from './summary.tsx'
import { WaiveFee } from './waive-fee.tsx'
import { useDraft } from './use-draft.ts'
import { useSubmit } from './use-submit.tsx'

const bodies: Record<RxFormField['section'], () => ReactNode> = {
  patient: PatientSection,
  impression: ImpressionSection,
  product: ProductSection,
  delivery: DeliverySection,
  notes: NotesSection,
}

interface Props {
  practice: Practice
  draft: Draft | null
}

/** Start A Case: the Rx form of a practice, or why it cannot be filled in now. */
export function StartCase({ practice, draft }: Props) {
  const { startup_fee_paid, blocked, organization } = practice.preference.metadata
  const [kept, setKept] = useState(draft)
  const discard = useCall(rxForms.discardDraft, { onSuccess: () => setKept(null) })
  if (!startup_fee_paid || blocked)
    return (
      <Page title="Start A Case" subtitle={nameOf(organization)} narrow>
        <Note tone="warning">
          <span>{startup_fee_paid ? blocked : 'Start-up Fee for Organization not paid.'}</span>
          {!startup_fee_paid && <WaiveFee organization={organization} />}
        </Note>
      </Page>
    )
  return (
    <CaseScreen
      key={kept ? 'draft' : 'new'}
      practice={practice}
      draft={kept}
      onDiscard={() => discard.mutateAsync({ params: { id: practice.organizationId } })}
    />
  )
}

function CaseScreen({ practice, draft, onDiscard }: Props & { onDiscard: () => Promise<unknown> }) {
  const { me } = useSession()
  const [caseForm] = useState(() =>
    makeCaseForm(practice, me, draft, (query) =>
      call(rxForms.uploadLinkOfOrganization, { params: { id: practice.organizationId }, query }),
    ),
  )
  const { form, scans, photos } = caseForm
  useFilesInForm(caseForm, scans, 'stl_files')
  useFilesInForm(caseForm, photos, 'rx_intraoral_photos')
  useNamesFirst(caseForm, draft === null)
  const { savedAt, stop } = useDraft(caseForm, draft !== null)
  const { submit, busy, dialog } = useSubmit(caseForm, stop)
  const missing = useMissing(caseForm)
  const changed = useSyncExternalStore(form.subscribe, form.changed)
  const { organization } = practice.preference.metadata
  const discard = async () => {
    await stop()
    await onDiscard()
  }
  return (
    <CaseFormContext value={caseForm}>
      <Page title="Start A Case" subtitle={`${nameOf(organization)} ${organization.account_number}`} narrow>
        {draft && (
          <Note>
            <span>
              Draft restored from <Ago at={draft.updated_at} />.
            </span>
            <Button size="compact-sm" variant="subtle" onClick={() => void discard()}>
              Discard draft
            </Button>
          </Note>
        )}
        <form
          className={styles.layout}
          noValidate
          aria-label="Start A Case"
          onSubmit={(event) => {
            event.preventDefault()
            void submit()
          }}
        >
          <SectionIndex missing={missing} />
          <div className={styles.sections}>
            {rxFormSections.map(({ id, title }) => {
              const Body = bodies[id]
              return (
                <section key={id} id={sectionId(id)} tabIndex={-1} aria-label={title} className={styles.section}>
                  <h2>{title}</h2>
                  <Body />
                </section>
              )
            })}
          </div>
          <aside className={styles.side} aria-label="Summary">
            <Summary />
            <div className={styles.submit}>
              <MissingList missing={missing} changed={changed} />
              <Button type="submit" size="md" fullWidth loading={busy} disabled={!changed || missing.length > 0}>
                Submit case
              </Button>
              <output>{savedAt && 'Draft saved'}</output>
            </div>
          </aside>
        </form>
        {dialog}
      </Page>
    </CaseFormContext>
  )
}

/** An empty form focuses the patient's name, unless that would open an on-screen keyboard over all of it. */
function useNamesFirst({ form }: CaseForm, empty: boolean) {
  useEffect(() => {
    if (empty && matchMedia('(pointer: fine)').matches) focusField(form, 'first_name')
  }, [form, empty])
}

/** Arrived files are values of the form like any other: the rules, the draft and the submit see them there. */
function useFilesInForm({ form }: CaseForm, queue: UploadQueue, name: 'stl_files' | 'rx_intraoral_photos') {
  useEffect(
    () =>
      queue.subscribe(() => {
        const files = uploadedOf(queue)
        if (JSON.stringify(files) !== JSON.stringify(form.values()[name])) form.set(name, files)
      }),
    [form, queue, name],
  )
}
