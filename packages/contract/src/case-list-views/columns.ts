/** The columns of the lab's list of cases in their order (`work/columns`); the patient's name is always the first one. */
export const caseListColumns = [
  'case_number',
  'practice',
  'doctor',
  'manager',
  'status',
  'step',
  'tech',
  'assigned',
  'impression',
  'tray',
  'ship',
  'created',
  'setup_completed',
  'completed',
  'modified',
] as const
export type CaseListColumn = (typeof caseListColumns)[number]

/** The columns that are shown before a person chooses others. */
export const usualColumns: readonly CaseListColumn[] = [
  'practice',
  'doctor',
  'status',
  'step',
  'tech',
  'ship',
  'modified',
]
