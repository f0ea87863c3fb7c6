import type { Patient } from '@archwire/contract/patients/schema.ts'
import { assignment } from '@archwire/contract/rx-forms/options.ts'

/** Who corrects a tray, at the start of a sentence: the partner whose setup it is, otherwise the lab (`corrections/work`). */
export const correctorOf = (byPartner: boolean, partner: string | null): string =>
  byPartner ? (partner ?? 'The partner') : 'The lab'

/** Who corrects the trays of a case. */
export const correctorOfCase = ({ submission_completed_by: maker, third_party_partner }: Patient): string =>
  correctorOf(maker === assignment.thirdParty, third_party_partner)
