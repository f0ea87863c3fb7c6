import type { RxFormField } from '@archwire/contract/rx-forms/fields.ts'
import type { ReactNode } from 'react'
import { DeliverySection } from './delivery-section.tsx'
import { ImpressionSection } from './impression-section.tsx'
import { NotesSection } from './notes-section.tsx'
import { PatientSection } from './patient-section.tsx'
import { ProductSection } from './product-section.tsx'

/** The fields of each part of the form. */
export const sectionBodies: Record<RxFormField['section'], () => ReactNode> = {
  patient: PatientSection,
  impression: ImpressionSection,
  product: ProductSection,
  delivery: DeliverySection,
  notes: NotesSection,
}
