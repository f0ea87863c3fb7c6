export { assignedTo, narrowed } from './assigned-locations.sql.ts'
export {
  addMember,
  createAccount,
  createOrganization,
  endInvitationsBy,
  memberAdded,
  type NewOrganization,
} from './commands.ts'
export {
  findPractice,
  holdOrganization,
  lockPractice,
  lockForSubmit,
  practiceToStart,
  refuseArchived,
  refuseSuspended,
  selectsDoctorHere,
  startsCasesHere,
  todayAt,
  type Practice,
} from './practice.ts'
export { preferenceNames, type Preferences } from './preferences.sql.ts'
export { shownName } from './shown-name.sql.ts'
export { statusOf, type StatusFacts } from './status.sql.ts'
export { lockOrganizationRow, refuseChangedRights } from './lock.ts'
export { findSummary, listMembers } from './queries.ts'
export { whyNoMember, type OrganizationKind } from './rules.ts'
export { notHidden, summaryColumns } from './summary.sql.ts'
