import { isToBegin } from '@archwire/contract/patients/lifecycle.ts'
import type { CaseAction } from '@archwire/contract/patients/schema.ts'
import { patientFiles } from '@archwire/contract/patient-files/routes.ts'
import { patients } from '@archwire/contract/patients/routes.ts'
import { printingRequests } from '@archwire/contract/requests/routes.ts'
import { rxForms } from '@archwire/contract/rx-forms/routes.ts'
import { techWorkflows } from '@archwire/contract/tech-workflows/routes.ts'
import { assignment } from '@archwire/contract/rx-forms/options.ts'
import { completesSetups, correctsCases } from '@archwire/contract/required-permissions.ts'
import { isStaff } from '@archwire/contract/roles.ts'
import { holds, mayWrite, type Actor } from '../../kernel/actor.ts'
import type { CaseFacts } from './facts.ts'

/**
 * What each person is allowed to do with a case: pure functions of (actor, case). Whether it is possible now is decided
 * in `rules.ts`. A permission that the call itself requires is read from its route, so button and call cannot drift
 * apart.
 */
type Policy = (actor: Actor, facts: CaseFacts) => boolean

/** Who corrects a tray: the partner whose setup it is, else the lab (`corrections/work`). */
export const correctedBy = ({ submission_completed_by }: Pick<CaseFacts, 'submission_completed_by'>): 1 | 3 =>
  submission_completed_by === assignment.thirdParty ? assignment.thirdParty : assignment.ownLab

/**
 * Owners and managers approve any case of theirs, members their own; a staff_member has no own cases (`cases/approve`,
 * `people/own-cases`). Management never approves in a doctor's place: it completes, and states who approved.
 */
const approve: Policy = (actor, facts) => {
  const membership = actor.memberships.find((membership) => membership.organizationId === facts.organization_id)
  const own = facts.user_id === actor.userId || facts.created_by_user_id === actor.userId
  const reaches = membership?.role !== 'organization_member' || (own && actor.role !== 'staff_member')
  return (
    !actor.isManagement &&
    mayWrite(actor, facts) &&
    reaches &&
    holds(actor, [patients.approve.needs], facts.organization_id)
  )
}

const markAsReady: Policy = (actor, facts) =>
  mayWrite(actor, facts) &&
  facts.submission_completed_by === assignment.ownLab &&
  holds(actor, rxForms.markAsReady.needs, facts.organization_id)

/** The lab completes any setup, the partner its own, the practice the ones it makes in its office. */
const complete: Policy = (actor, facts) => {
  if (!mayWrite(actor, facts)) return false
  if (isStaff(actor.role)) return holds(actor, completesSetups, facts.organization_id)
  if (actor.role === 'lab_partner')
    return (
      facts.submission_completed_by === assignment.thirdParty &&
      holds(actor, ['patients.complete-setup'], facts.organization_id)
    )
  return (
    facts.submission_completed_by === assignment.inOffice &&
    holds(actor, ['organization.patients.complete-setup'], facts.organization_id)
  )
}

const hold: Policy = (actor, facts) =>
  mayWrite(actor, facts) && holds(actor, patients.toggleHold.needs, facts.organization_id)

const writeDoctorNotes: Policy = (actor, facts) =>
  mayWrite(actor, facts) &&
  actor.role !== 'tech_support' &&
  actor.role !== 'lab_partner' &&
  holds(actor, ['patients.doctor-notes.update', 'organization.patients.doctor-notes.update'], facts.organization_id)

const writeManagementNotes: Policy = (actor, facts) =>
  mayWrite(actor, facts) && holds(actor, ['patients.management-notes.update'], facts.organization_id)
const readInternalNotes: Policy = (actor, facts) =>
  holds(actor, ['patients.internal-notes.view'], facts.organization_id)
const writeInternalNotes: Policy = (actor, facts) =>
  holds(actor, ['patients.internal-notes.create'], facts.organization_id)

/** A print is requested by the practice, or by the lab on its behalf. */
const requestPrint: Policy = (actor, facts) =>
  mayWrite(actor, facts) &&
  actor.role !== 'lab_partner' &&
  holds(actor, printingRequests.create.needs, facts.organization_id)

/**
 * A tray that does not fit is reported by the practice that made it in its office, by the partner that made it, or by the
 * lab on behalf of either (`corrections/who-asks`). Trays of the lab are reported in the conversation.
 */
const requestCorrection: Policy = (actor, facts) => {
  if (!mayWrite(actor, facts)) return false
  const maker = facts.trays_made_by
  if (isStaff(actor.role))
    return (
      (maker === assignment.inOffice || maker === assignment.thirdParty) &&
      holds(actor, ['organizations.manage'], facts.organization_id)
    )
  return (
    maker === (actor.role === 'lab_partner' ? assignment.thirdParty : assignment.inOffice) &&
    holds(actor, ['organization.add-arch'], facts.organization_id)
  )
}

/** Who makes a setup is chosen by the lab's supervisors, and by owner and manager of the practice (`cases/assign`). */
const assign: Policy = (actor, facts) =>
  facts.rx_form_id !== null &&
  mayWrite(actor, facts) &&
  actor.role !== 'lab_partner' &&
  holds(actor, rxForms.assign.needs, facts.organization_id)

/** Steps belong to the party that makes the setup: the lab's staff for its own, the partner for third-party work (`work/whose`). */
const workSteps: Policy = (actor, facts) =>
  facts.workflow_id !== null &&
  mayWrite(actor, facts) &&
  holds(actor, techWorkflows.saveProcesses.needs, facts.organization_id) &&
  (actor.role === 'lab_partner') === (facts.submission_completed_by === assignment.thirdParty)

const addFiles: Policy = (actor, facts) =>
  mayWrite(actor, facts) && holds(actor, patientFiles.storeUploadedFile.needs, facts.organization_id)

/**
 * Desktop files come from the party that makes the setup:
 * the practice only for a case it makes in its office (`scans/who-adds`).
 */
const addIos: Policy = (actor, facts) =>
  addFiles(actor, facts) && (actor.isManagement || facts.submission_completed_by === assignment.inOffice)

/** Analysis reports go from the lab to the practice, not the other way round (`scans/who-adds`). */
const addReport: Policy = (actor, facts) => addFiles(actor, facts) && actor.isManagement

/** The setup is uploaded by the party that makes it. */
const addSetup: Policy = (actor, facts) =>
  addFiles(actor, facts) &&
  (isStaff(actor.role) ||
    (actor.role === 'lab_partner' && facts.submission_completed_by === assignment.thirdParty) ||
    (!actor.isManagement && facts.submission_completed_by === assignment.inOffice))

/** A corrected tray comes from the lab, or from the partner for third-party work (`corrections/work`). */
const addCorrection: Policy = (actor, facts) =>
  addFiles(actor, facts) &&
  (isStaff(actor.role) || (actor.role === 'lab_partner' && correctedBy(facts) === assignment.thirdParty))

/** A partner that the practice names no longer deletes nothing of it. */
const deleteFiles: Policy = (actor, facts) =>
  mayWrite(actor, facts) &&
  holds(actor, patientFiles.remove.needs, facts.organization_id) &&
  (actor.role !== 'lab_partner' || facts.named_partner_id === facts.partner_organization_id)

/** What the lab made or needs goes by the lab's and its partners' hands alone (`scans/who-deletes`). */
const deleteAsLab: Policy = (actor, facts) => deleteFiles(actor, facts) && actor.isManagement

const deleteSetup: Policy = (actor, facts) => deleteFiles(actor, facts) && addSetup(actor, facts)

/**
 * A form is changed by the practice that submits it, and by the lab's people who manage forms; a partner changes those
 * that it submitted (`rx-form/who-changes`).
 */
const modify: Policy = (actor, facts) =>
  mayWrite(actor, facts) &&
  (actor.role === 'lab_partner'
    ? facts.created_by_user_id === actor.userId && holds(actor, ['rx-forms.create'], facts.organization_id)
    : holds(actor, rxForms.replace.needs, facts.organization_id))

/** Where and how it ships, the lab corrects at any time (`rx-form/who-changes`). */
const modifyShipping: Policy = (actor, facts) => holds(actor, ['rx-forms.manage'], facts.organization_id)

/** Owners, managers and the doctor, before the lab has started (`cases/cancel`). */
const cancel: Policy = (actor, facts) => {
  const membership = actor.memberships.find((membership) => membership.organizationId === facts.organization_id)
  return (
    !actor.isManagement &&
    mayWrite(actor, facts) &&
    holds(actor, rxForms.cancel.needs, facts.organization_id) &&
    (facts.user_id === actor.userId || membership?.role !== 'organization_member')
  )
}

const cancelStarted: Policy = (actor, facts) => holds(actor, ['rx-forms.manage'], facts.organization_id)

/** Whether a person may correct anything of a case at all (`cases/correct`). */
const editCaseNumber: Policy = (actor, facts) =>
  mayWrite(actor, facts) && holds(actor, patients.update.needs, facts.organization_id)

/** The suffix tells cases of one name apart in the lab: the lab's alone. */
const editSuffix: Policy = (actor) => holds(actor, correctsCases, null)

/** Names are on labels and files as soon as work starts: from then on only the lab changes them. */
const editNames: Policy = (actor, facts) =>
  editSuffix(actor, facts) || (isToBegin(facts.status) && editCaseNumber(actor, facts))

const archive: Policy = (actor) => holds(actor, [patients.archive.needs], null)
const restore: Policy = (actor) => holds(actor, patients.restore.needs, null)
const remove: Policy = (actor) => actor.isManagement && holds(actor, patients.remove.needs, null)

export const may = {
  approve,
  request_changes: approve,
  mark_as_ready: markAsReady,
  complete,
  hold,
  unhold: hold,
  assign,
  work_steps: workSteps,
  request_print: requestPrint,
  request_correction: requestCorrection,
  add_correction: addCorrection,
  add_files: addFiles,
  add_ios: addIos,
  add_report: addReport,
  add_setup: addSetup,
  delete_photos: deleteFiles,
  delete_scans: deleteFiles,
  delete_ios: deleteAsLab,
  delete_reports: deleteAsLab,
  delete_setup: deleteSetup,
  delete_corrections: deleteAsLab,
  write_doctor_notes: writeDoctorNotes,
  write_management_notes: writeManagementNotes,
  read_internal_notes: readInternalNotes,
  write_internal_notes: writeInternalNotes,
  modify,
  modify_shipping: modifyShipping,
  cancel,
  cancel_started: cancelStarted,
  edit_names: editNames,
  edit_case_number: editCaseNumber,
  edit_suffix: editSuffix,
  archive,
  restore,
  remove,
} satisfies Record<CaseAction, Policy>
