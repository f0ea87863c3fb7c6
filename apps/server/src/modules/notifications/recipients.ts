import { assignment } from '@archwire/contract/rx-forms/options.ts'

/** Everyone whom a fact about a case may concern, by id. */
export interface People {
  doctor: number | null
  creator: number | null
  /** Who does the work that the fact is about, a setup or a print: `assignment` of the contract. */
  work: number | null
  technician: number | null
  /** Members of the partner that works on the case. */
  partner: number[]
  /** Supervisors and tech support. */
  lab: number[]
}

/** Who gets which notices in the bell (`notices/practice`, `notices/lab`). */
export const recipients = {
  practice: ({ doctor, creator }: People): number[] => [doctor, creator].filter((id) => id !== null),
  lab: ({ work, technician, partner, lab }: People): number[] =>
    work === assignment.thirdParty ? partner : technician === null ? lab : [technician],
}
