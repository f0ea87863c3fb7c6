import { rxForms } from '@archwire/contract/client/rx-forms'
import { rxFormSections } from '@archwire/contract/rx-forms/fields.ts'
import { Button } from '@mantine/core'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { call } from '../../lib/api.ts'
import { newDraft } from '../../lib/drafts.ts'
import { useCall } from '../../lib/query.ts'
import { nameOf, numberBeside, useSession } from '../../lib/session.tsx'
import { formatTime } from '../../lib/format.ts'
import { dropWork, heldWork } from '../../lib/unsaved-work.ts'
import { focusField } from '../../ui/form/store.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { Page } from '../../ui/page.tsx'
import { Note } from '../../ui/states.tsx'
import { uploadedOf, useArrivalsTold, type UploadQueue } from '../../features/files/index.ts'
import { CaseFormContext, makeCaseForm, type CaseForm, type Draft, type Like, type Practice } from './case-form.ts'
import { MissingCount, MissingList, SectionIndex, sectionId, useMissing } from './missing-list.tsx'
import { sectionBodies } from './section-bodies.ts'
import styles from './start-case.module.css'
import { Costs } from './costs.tsx'
import { FeeNotPaid } from './fee-not-paid.tsx'
import { Summary } from './summary.tsx'
import { draftData } from './draft-data.ts'
import { FilesNotUploaded } from './files-not-uploaded.tsx'
import { DiscardDraft, DraftNotes } from './draft-notes.tsx'
import { FormerFiles } from './former-files.tsx'
import { draftKey, type DraftState } from './draft-saver.ts'
import { useDraft } from './use-draft.ts'
import { useSubmit } from './use-submit.tsx'

interface Props {
  practice: Practice
  /** Which draft the page is about: part of its address. */
  draftKey: string
  /** What is kept of it. */
  draft: Draft | null
  /** What a new form begins with in place of the practice's usual choices. */
  like?: Like
}

/** Start A Case: the Rx form of a practice, or why it cannot be filled in now. */
export function StartCase(props: Props) {
  const [theirs, setTheirs] = useState<Draft>()
  const { startup_fee_paid, blocked, organization } = props.practice.preference.metadata
  if (!startup_fee_paid || blocked)
    return (
      <Page title="Start A Case" subtitle={nameOf(organization)} narrow>
        {startup_fee_paid ? <Note tone="warning">{blocked}</Note> : <FeeNotPaid organization={organization} />}
      </Page>
    )
  return <CaseScreen key={theirs?.updated_at} {...props} draft={theirs ?? props.draft} onTheirs={setTheirs} />
}

function CaseScreen({ practice, draftKey: key, draft, like, onTheirs }: Props & { onTheirs: (theirs: Draft) => void }) {
  const { me } = useSession()
  const { organizationId } = practice
  const [caseForm] = useState(
    () =>
      heldWork<CaseForm>(draftKey(organizationId, key)) ??
      makeCaseForm(
        practice,
        me,
        draft,
        (query) => call(rxForms.uploadLinkOfOrganization, { params: { id: organizationId }, query }),
        like,
      ),
  )
  const { form, scans, photos } = caseForm
  useFilesInForm(caseForm, scans, 'stl_files')
  useFilesInForm(caseForm, photos, 'rx_intraoral_photos')
  usePatientKnown(caseForm)
  useArrivalsTold(scans)
  useArrivalsTold(photos)
  useNamesFirst(caseForm, draft === null)
  const saving = useDraft(caseForm, key)
  const { submit, busy, dialog } = useSubmit(caseForm, key, saving)
  const keepAside = useCall(rxForms.saveDraft)
  const missing = useMissing(caseForm)
  const changed = useSyncExternalStore(form.subscribe, form.changed)
  const { organization } = practice.preference.metadata
  return (
    <CaseFormContext value={caseForm}>
      <Page
        title="Start A Case"
        subtitle={[nameOf(organization), numberBeside(organization)].filter(Boolean).join(' · ')}
        actions={
          practice.preference.metadata.may_change && (
            <LinkButton
              to={`/organizations/${organizationId}/practice-defaults?draft=${key}`}
              command="Practice defaults"
              variant="default"
            >
              Practice defaults
            </LinkButton>
          )
        }
        narrow
      >
        <DraftNotes
          organizationId={organizationId}
          draftKey={key}
          draft={draft}
          saving={saving}
          onTheirs={(theirs) =>
            // What was typed here stays, as a draft of its own.
            void keepAside
              .mutateAsync({
                params: { id: organizationId },
                query: { draft: newDraft() },
                body: { data: draftData(caseForm) },
              })
              .then(
                () => {
                  dropWork(draftKey(organizationId, key))
                  for (const queue of [scans, photos]) queue.clear()
                  onTheirs(theirs)
                },
                () => undefined,
              )
          }
        />
        {draft && <FilesNotUploaded />}
        <FormerFiles draftKey={key} />
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
              const Body = sectionBodies[id]
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
            <Costs />
            <div className={styles.submit}>
              <MissingList missing={missing} changed={changed} />
              <Button
                className={styles.atDesk}
                type="submit"
                size="md"
                fullWidth
                loading={busy}
                disabled={!changed || missing.length > 0}
              >
                Submit case
              </Button>
              <output>{draftWords(saving.shown)}</output>
              {saving.shown.state === 'saved' && !draft && (
                <DiscardDraft organizationId={organizationId} draftKey={key} saving={saving} />
              )}
            </div>
          </aside>
          {/* Where the summary is at the end of the page, Submit stays in sight beside what is missing. */}
          <div className={styles.bar} data-bar>
            <MissingCount missing={missing} changed={changed} />
            <Button type="submit" size="md" loading={busy} disabled={!changed || missing.length > 0}>
              Submit case
            </Button>
          </div>
        </form>
        {dialog}
      </Page>
    </CaseFormContext>
  )
}

const draftWords = (draft: DraftState): string | false => {
  if (draft.state === 'saving') return 'Saving…'
  if (draft.state === 'saved') return `Draft saved ${formatTime(draft.at)}`
  if (draft.state === 'submitted') return 'No longer saved.'
  if (draft.state === 'overtaken')
    return `Not saved: ${draft.theirs ? 'changed' : 'discarded'} in another window. Choose above.`
  return draft.state === 'unsaved' && `Not saved yet. ${draft.why}`
}

/** An empty form focuses the patient's name, unless that would open an on-screen keyboard over all of it. */
function useNamesFirst({ form }: CaseForm, empty: boolean) {
  useEffect(() => {
    if (empty && matchMedia('(pointer: fine)').matches) focusField(form, 'first_name')
  }, [form, empty])
}

/** The patient's own name says nothing of a file, whichever is there first (`scans/guess`). */
function usePatientKnown({ form, scans, photos }: CaseForm) {
  useEffect(() => {
    const tell = () => {
      const { first_name, last_name } = form.values()
      for (const queue of [scans, photos]) queue.knowPatient({ first_name, last_name })
    }
    tell()
    return form.subscribe(tell)
  }, [form, scans, photos])
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
