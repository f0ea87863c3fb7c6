import { Button, VisuallyHidden } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import type { Organization } from '../../lib/session.tsx'
import { whyNoNewCase } from '../case/why-no-new-case.ts'
import { Tip } from '../../ui/tip.tsx'

/** Leads to Start A Case of a practice; while it cannot start one, says why by pointer, focus and touch. */
export function StartLink({ organization }: { organization: Organization }) {
  const id = useId()
  const why = whyNoNewCase(organization)
  if (why === undefined)
    return (
      <Button component={Link} to={`/organizations/${organization.id}/rx-forms/add`}>
        Start a New Case
      </Button>
    )
  return (
    <>
      <Tip label={why} focus touch>
        <Button data-disabled aria-disabled aria-describedby={id}>
          Start a New Case
        </Button>
      </Tip>
      <VisuallyHidden id={id}>{why}</VisuallyHidden>
    </>
  )
}
