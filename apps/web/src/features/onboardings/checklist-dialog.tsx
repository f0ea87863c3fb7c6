import { onboardingGuides, type GuideTarget } from '@archwire/contract/onboardings/guides.ts'
import { whyRequired } from '@archwire/contract/onboardings/inputs.ts'
import type { OnboardingDetails, OnboardingMeta, OnboardingStep } from '@archwire/contract/onboardings/schema.ts'
import { onboardings } from '@archwire/contract/client/onboardings'
import { Modal } from '@mantine/core'
import { IconArrowRight, IconExternalLink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { brand } from '../../brand.tsx'
import { settingsQuery } from '../../lib/lab-settings.ts'
import { useCall } from '../../lib/query.ts'
import { nameOf, useSession } from '../../lib/session.tsx'
import { webLink } from '../../lib/web-link.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { refuseAndFocus, useFormPart } from '../../ui/form/store.ts'
import { ErrorState, Note } from '../../ui/states.tsx'
import { Entered } from './entered.tsx'
import styles from './onboardings.module.css'
import { StepGroups } from './step-groups.tsx'
import { TrackingField, trackingForm } from './step-input.tsx'
import { isCompleted, onboardingQuery } from './use-onboarding.ts'

interface Props {
  id: number
  onClose: () => void
}

/** The onboarding as the practice's people follow it: what to do, who does it, how long, and the way there (`onboarding/checklist`). */
export function ChecklistDialog({ id, onClose }: Props) {
  const { data, error, refetch } = useQuery(onboardingQuery(id))
  return (
    <Modal
      opened
      onClose={onClose}
      title="Onboarding Checklist"
      size={640}
      classNames={{ title: styles.dialogTitle }}
      closeButtonProps={{ 'aria-label': 'Close' }}
      // A tracking number may be half typed.
      closeOnClickOutside={false}
    >
      {data ? (
        <Checklist onboarding={data.onboarding} meta={data.meta} onLeave={onClose} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <p className={styles.loading}>Loading your steps…</p>
      )}
    </Modal>
  )
}

interface ListProps {
  onboarding: OnboardingDetails
  meta: OnboardingMeta
  onLeave: () => void
}

function Checklist({ onboarding, meta, onLeave }: ListProps) {
  const done = onboarding.steps.filter(({ is_completed }) => is_completed).length
  const all = onboarding.steps.length
  return (
    <div className={styles.checklist}>
      {isCompleted(onboarding) ? (
        <Note>All steps are completed. Thank you.</Note>
      ) : (
        <p>
          {`${done} of ${all} steps of `}
          <span translate="no">{nameOf(onboarding.organization)}</span>
          {' are completed.'}
        </p>
      )}
      <progress className={styles.progress} max={all} value={done} aria-label="Completed steps" />
      <StepGroups onboarding={onboarding} guides={() => true}>
        {(step, isNext) => (
          <OwnStep onboarding={onboarding} meta={meta} step={step} isNext={isNext} onLeave={onLeave} />
        )}
      </StepGroups>
    </div>
  )
}

interface StepProps extends ListProps {
  step: OnboardingStep
  isNext: boolean
}

/** What the practice can do at a step: the way there, and for its own next one, the button that completes it. */
function OwnStep({ onboarding, meta, step, isNext, onLeave }: StepProps) {
  const { can, why_not } = onboarding
  const { leads } = onboardingGuides[step.id]
  const mayComplete = isNext && (can.proceed || why_not.proceed !== undefined)
  return (
    <>
      {step.input === 'tracking_number' && isNext && <LabAddress />}
      {step.input && !(mayComplete && step.input === 'tracking_number') && (
        <Entered onboarding={onboarding} input={step.input} />
      )}
      {leads && !step.is_completed && (
        <Way target={leads} organizationId={onboarding.organization.id} links={meta.links} onLeave={onLeave} />
      )}
      {mayComplete && <CompleteStep key={step.id} onboarding={onboarding} step={step} />}
    </>
  )
}

/** Completes a step of the practice; with the tracking number, where it is asked for. */
function CompleteStep({ onboarding, step }: { onboarding: OnboardingDetails; step: OnboardingStep }) {
  const [form] = useState(() => trackingForm(onboarding))
  const asks = step.input === 'tracking_number'
  const isMissing = useFormPart(form, () => asks && Object.keys(form.problems()).length > 0)
  const complete = useCall(onboardings.proceed, {
    announce: 'aloud',
    onError: (error) => refuseAndFocus(form, error),
  })
  const press = () =>
    complete.mutate({
      params: { id: onboarding.id },
      body: { current_step: step.id, ...(asks ? form.values() : {}) },
    })
  return (
    <>
      {asks && <TrackingField form={form} />}
      <div>
        <ActionButton
          command={`Mark ${step.label} as done`}
          why={onboarding.why_not.proceed ?? (isMissing ? whyRequired('tracking_number') : undefined)}
          loading={complete.isPending}
          onClick={press}
        >
          Mark as done
        </ActionButton>
      </div>
    </>
  )
}

/** Where the brackets are sent. */
function LabAddress() {
  const { data } = useQuery(settingsQuery)
  const lines = data?.settings.lab.address ?? []
  if (lines.length === 0) return null
  return (
    <address className={styles.address} translate="no">
      {[brand.lab, ...lines].join('\n')}
    </address>
  )
}

interface WayProps {
  target: GuideTarget
  organizationId: number
  links: OnboardingMeta['links']
  onLeave: () => void
}

const words: Record<GuideTarget, string> = {
  libraries: 'Open bracket libraries',
  desktop: 'Download the desktop application',
  training: 'View the training',
  first_case: 'Start a case',
  survey: 'Open the survey',
}

/** The way to what a step is about, where there is one (`onboarding/guides`). */
function Way({ target, organizationId, links, onLeave }: WayProps) {
  const { organization } = useSession()
  const pages: Partial<Record<GuideTarget, { to: string; search?: object }>> = {
    libraries: { to: '/account', search: { tab: '6', part: 'libraries' } },
    first_case: { to: `/organizations/${organizationId}/rx-forms/add` },
  }
  const sites: Partial<Record<GuideTarget, string>> = {
    desktop: links.desktop_download_url,
    training: links.training_url,
    survey: links.survey_url,
  }
  const page = pages[target]
  // The pages of the practice are those of the one that is open.
  if (page && organization?.id !== organizationId) return null
  const site = webLink(sites[target] ?? '')
  if (page)
    return (
      <Link className={styles.way} to={page.to} search={page.search as never} onClick={onLeave}>
        {words[target]}
        <IconArrowRight size={15} aria-hidden="true" />
      </Link>
    )
  return site ? (
    <a className={styles.way} href={site} target="_blank" rel="noopener noreferrer">
      {words[target]}
      <IconExternalLink size={15} aria-hidden="true" />
      <span className="visually-hidden"> (opens in a new tab)</span>
    </a>
  ) : null
}
