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
  lockForSubmit,
  lockName,
  practiceToStart,
  refuseStopped,
  selectsDoctorHere,
  startsCasesHere,
  todayAt,
  type Practice,
} from './practice.ts'
export { decideContacts, mayContacts } from './contact-policy.ts'
export { libraryMembersJson, preferenceNames, type Preferences } from './preferences.sql.ts'
export { shownName } from './shown-name.sql.ts'
export { readOrganization, readPractice, stateColumns, whyClosed, type OrganizationState } from './state.ts'
export { whyArchived } from '../../kernel/why-closed.ts'
export { factsOf, personStands, practiceStands, statusOf, type StatusFacts } from './status.sql.ts'
export { lockOrganization, lockOrganizationOf, type LockedOrganization } from './lock.ts'
export { decidesOwners, managesMembers, mayInvite, readsMembers } from './policy.ts'
export { findSummary, listMembers } from './queries.ts'
export { whyNoMember, type OrganizationKind } from './rules.ts'
export { rolesOf, tellOfArchivedOwner, tellOwners } from './tell-owners.ts'
export { notHidden, summaryColumns } from './summary.sql.ts'
