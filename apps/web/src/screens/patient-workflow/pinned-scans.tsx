import type { Patient } from '@archwire/contract/patients/schema.ts'
import { useCasePins } from '../../features/pins/index.ts'
import { Section } from '../../ui/page.tsx'
import { Scenes } from '../case-parts/scenes.tsx'

/** The technician's worklist: the comments with the scans they are pinned to. Hidden without comments. */
export function PinnedScans({ patient }: { patient: Patient }) {
  const { pins, error } = useCasePins(patient.id)
  if (pins.length === 0 && !error) return null
  return (
    <Section title="Comments">
      <Scenes patient={patient} />
    </Section>
  )
}
