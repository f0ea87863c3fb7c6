/**
 * How a practice, or a person of one, stands, in the order of the numbers 1 to 6 (`organizations/status`). Without schemas:
 * the browser reads it, too.
 */
export const customerStatuses = [
  { name: 'leads', label: 'Leads', description: 'Start-up fee not settled' },
  { name: 'onboarding', label: 'Onboarding', description: 'Onboarding not completed' },
  { name: 'new', label: 'New', description: 'First case in the last 30 days' },
  { name: 'active', label: 'Active', description: 'A case in the last 60 days' },
  { name: 'passive', label: 'Passive', description: 'No case in the last 60 days' },
  { name: 'archived', label: 'Archived', description: 'Out of use' },
] as const

/** How a search names them; archived records have a key of their own. */
export const customerStatusIds = ['1', '2', '3', '4', '5'] as const
