import { onboardingSteps } from '@archwire/contract/billing/onboarding.ts'
import { onboardings } from '@archwire/contract/client/onboardings'
import { inputLabels, type OnboardingInput } from '@archwire/contract/onboardings/inputs.ts'
import type { OnboardingDetails, OnboardingStep } from '@archwire/contract/onboardings/schema.ts'
import { Button } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { formatDayOf } from '../../lib/format.ts'
import { messageOf } from '../../lib/api.ts'
import { useCall } from '../../lib/query.ts'
import { nameOf } from '../../lib/session.tsx'
import { toast } from '../../lib/toast.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { StatusBadge, Tag } from '../../ui/badges.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Page } from '../../ui/page.tsx'
import { OrganizationLink } from '../../ui/record-links.tsx'
import { Entered } from './entered.tsx'
import styles from './onboardings.module.css'
import { listPath } from './paths.ts'
import { StepGroups } from './step-groups.tsx'
import { StepInput } from './step-input.tsx'
import { isCompleted, onboardingQuery } from './use-onboarding.ts'
import { Waiting } from './waiting.tsx'

/** The onboarding of a practice, as staff take it through its steps (`onboarding/page`). */
export function OnboardingPage({ id }: { id: number }) {
  const { data, error } = useSuspenseQuery(onboardingQuery(id))
  useSayWhyNotRead(error)
  const { onboarding } = data
  const { organization, current_step } = onboarding
  return (
    <Page
      title="Onboarding Organization"
      above={{ label: 'Onboardings', to: listPath }}
      badge={
        <>
          <StatusBadge status={onboarding.status} />
          <Waiting onboarding={onboarding} />
          {organization.is_disabled && <Tag>Disabled</Tag>}
          {organization.is_archived && <Tag>Archived</Tag>}
        </>
      }
      subtitle={
        <>
          <OrganizationLink id={organization.id}>{nameOf(organization)}</OrganizationLink>
          <span>
            {isCompleted(onboarding)
              ? `Completed ${onboarding.completed_at ? formatDayOf(onboarding.completed_at) : ''}`
              : `Step ${current_step} of ${onboardingSteps.length}`}
          </span>
          <span>Signed up {formatDayOf(organization.created_at)}</span>
        </>
      }
      actions={
        <LinkButton to={`/organizations/${organization.id}`} command="Show the organization" variant="default">
          Organization
        </LinkButton>
      }
      narrow
    >
      <StepGroups onboarding={onboarding} guides={({ id: step }) => step === current_step} quoted>
        {(step, isNext) => <StaffStep onboarding={onboarding} step={step} isNext={isNext} />}
      </StepGroups>
    </Page>
  )
}

/** Says once why what is shown could not be read anew (document 3 §8), until a read succeeds again. */
function useSayWhyNotRead(error: Error | null) {
  const why = error === null ? null : messageOf(error)
  useEffect(() => {
    if (why === null) toast.settled(onboardings.get.name)
    else toast.error(why, onboardings.get.name)
  }, [why])
}

interface StepProps {
  onboarding: OnboardingDetails
  step: OnboardingStep
  isNext: boolean
}

/** What another step than the next one asks for: entered when a person wants to. */
function ChangedInput({ onboarding, input }: { onboarding: OnboardingDetails; input: OnboardingInput }) {
  const [isOpen, setOpen] = useState(false)
  const label = inputLabels[input].toLowerCase()
  return isOpen ? (
    <div className={styles.input}>
      <StepInput onboarding={onboarding} input={input} />
    </div>
  ) : (
    <div className={styles.entered}>
      <Entered onboarding={onboarding} input={input} />
      <Button size="compact-sm" variant="subtle" onClick={() => setOpen(true)}>
        {`${onboarding.metadata[input] === null ? 'Enter' : 'Change'} ${label}`}
      </Button>
    </div>
  )
}

/** What a step asks for, and the button that completes the one that is next. */
function StaffStep({ onboarding, step, isNext }: StepProps) {
  const { can, why_not } = onboarding
  const complete = useCall(onboardings.proceed, { announce: 'aloud' })
  return (
    <>
      {step.input &&
        (can.update_metadata && isNext ? (
          <div className={styles.input}>
            <StepInput onboarding={onboarding} input={step.input} />
          </div>
        ) : can.update_metadata ? (
          <ChangedInput onboarding={onboarding} input={step.input} />
        ) : (
          <Entered onboarding={onboarding} input={step.input} />
        ))}
      {isNext && onboarding.is_overdue && (
        <p>
          <Tag tone="red">Overdue</Tag>
        </p>
      )}
      {isNext && (can.proceed || why_not.proceed !== undefined) && (
        <div>
          <ActionButton
            command={`Complete ${step.label}`}
            why={why_not.proceed}
            loading={complete.isPending}
            onClick={() => complete.mutate({ params: { id: onboarding.id }, body: { current_step: step.id } })}
          >
            Complete step
          </ActionButton>
        </div>
      )}
    </>
  )
}
