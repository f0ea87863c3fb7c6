/**
 * Where the product reads or changes rows across organizations, and why it may. Each entry counts its uses of
 * `labScope`: another one has to be justified here.
 */
export const acrossOrganizations: Record<string, { times: number; because: string }> = {
  'apps/server/src/kernel/effects.ts': {
    times: 9,
    because:
      'a stored effect is found by the request or the job that continues it; who may begin one, its route has decided',
  },
  'apps/server/src/modules/account-setup/commands/purchase.ts': {
    times: 2,
    because:
      'a charge that was made is recorded in the practice that its intent names, also by the job that finishes it',
  },
  'apps/server/src/modules/case-core/record.sql.ts': {
    times: 1,
    because: 'a fact is about a case that its command has locked, or that a job works on',
  },
  'apps/server/src/modules/accounts/commands/invitations.ts': {
    times: 5,
    because: 'whoever holds an invitation’s token is in no organization yet; who may invite, the caller has decided',
  },
  'apps/server/src/modules/accounts/link-mails.ts': {
    times: 1,
    because: 'the job that sends an invitation gives it a new token',
  },
  'apps/server/src/modules/auth/sessions.ts': {
    times: 4,
    because: 'locations and the status of one’s own memberships, from which the scope is yet to be made',
  },
  'apps/server/src/modules/billing/announce.ts': {
    times: 7,
    because: 'the job behind an activity of an order, by its id',
  },
  'apps/server/src/modules/billing/charging/block.ts': {
    times: 4,
    because: 'orders of the practice whose order the caller has locked and moved; no person asks for it',
  },
  'apps/server/src/modules/billing/charging/fall-behind.ts': {
    times: 3,
    because: 'orders of the practice that the caller has locked, on its day',
  },
  'apps/server/src/modules/billing/charging/record-charge.ts': {
    times: 3,
    because:
      'a charge that was made is recorded in the practice that its intent names, also by the job that finishes it',
  },
  'apps/server/src/modules/billing/charging/unpaid.sql.ts': {
    times: 1,
    because: 'the unpaid orders of a practice that the caller has locked',
  },
  'apps/server/src/modules/billing/commands/settle-start-up-fee.ts': {
    times: 1,
    because: 'the order whose payment the caller has moved',
  },
  'apps/server/src/modules/billing/commands/add-refunds.ts': {
    times: 3,
    because: 'what the payment provider reports about a payment that the caller has locked',
  },
  'apps/server/src/modules/billing/commands/apply-events.ts': {
    times: 7,
    because: 'what the payment provider reports about a transaction, by its number there; no person asks for it',
  },
  'apps/server/src/modules/billing/commands/ask-pending.ts': {
    times: 4,
    because: 'the jobs that look after reports and pending payments of everybody',
  },
  'apps/server/src/modules/billing/commands/end-not-found.ts': {
    times: 1,
    because: 'the job that ends a payment which the provider does not know, by its number there, after a review',
  },
  'apps/server/src/modules/billing/commands/close-order.ts': {
    times: 3,
    because: 'the closing of a contract’s order, by a job or by staff, of the practice that it has locked',
  },
  'apps/server/src/modules/case-core/facts.ts': {
    times: 1,
    because: 'whether the practice of a case within reach is blocked; what it owes is not read',
  },
  'apps/server/src/modules/reports/make.ts': {
    times: 1,
    because: 'a report of the lab covers all practices; whether its person may still export is read when it is made',
  },
  'apps/server/src/modules/contracts/invoice.ts': {
    times: 9,
    because: 'what a charge needs of the practice that its command has locked',
  },
  'apps/server/src/modules/contracts/commands/close-due.ts': {
    times: 1,
    because: 'the contract of a practice that the caller has locked',
  },
  'apps/server/src/modules/contracts/commands/enqueue-due.ts': {
    times: 4,
    because: 'the job that looks after the contracts of everybody',
  },
  'apps/server/src/modules/contracts/commands/resume.ts': {
    times: 3,
    because: 'the contract of a practice that the lab has locked and changed',
  },
  'apps/server/src/modules/contracts/commands/tell-lab.ts': {
    times: 4,
    because: 'the job that mails the lab which payments of all practices failed',
  },
  'apps/server/src/modules/contracts/commands/run-day.ts': {
    times: 3,
    because: 'the job of a practice, by its id',
  },
  'apps/server/src/modules/bracket-libraries/store.ts': {
    times: 2,
    because: 'the job that moves the file of a new library, by its id',
  },
  'apps/server/src/modules/cases/announce.ts': {
    times: 1,
    because: 'the job behind an entry of the history, by its id',
  },
  'apps/server/src/modules/case-core/case-row.sql.ts': {
    times: 5,
    because: 'ready rows of cases that a command has locked; the nightly comparison of all of them',
  },
  'apps/server/src/modules/case-list/queries.ts': {
    times: 2,
    because: 'rows by ids that the same statement has found within the scope; asked again, the plan would be another',
  },
  'apps/server/src/modules/cases/deadlines.ts': {
    times: 2,
    because: 'the daily job that reminds the doctors of all practices, and notes what it told them',
  },
  'apps/server/src/modules/cases/reminders.ts': {
    times: 1,
    because: 'the weekly job that reminds the doctors of all practices',
  },
  'apps/server/src/modules/conversations/mail-away.ts': {
    times: 4,
    because: 'the job that mails people of all practices who have not read what was written to them',
  },
  'apps/server/src/modules/notifications/settle.ts': {
    times: 4,
    because: 'the jobs behind an entry of the history, by its id',
  },
  'apps/server/src/modules/notifications/settings.sql.ts': {
    times: 2,
    because: 'a notice about a record that a command has locked or that a job works on; jobs that remind all practices',
  },
  'apps/server/src/modules/dashboard/status.sql.ts': {
    times: 1,
    because: 'the status of all practices and people, which staff alone are shown',
  },
  'apps/server/src/modules/files/process.ts': { times: 3, because: 'the job that checks a file, by its id' },
  'apps/server/src/modules/files/scene.ts': {
    times: 1,
    because: 'the job that checks a file, in the case of that file',
  },
  'apps/server/src/modules/files/requeue.ts': { times: 2, because: 'the job that looks after files of everybody' },
  'apps/server/src/modules/files/removal.ts': {
    times: 2,
    because:
      'the jobs that remove the bytes of deleted cases and files, but those that another file of their organization names',
  },
  'apps/server/src/modules/files/uploads.ts': {
    times: 2,
    because: 'who sends bytes holds a signed link to this upload, and no session; who registers uploads, the own ones',
  },
  'apps/server/src/modules/onboardings/announce.ts': {
    times: 2,
    because: 'the job behind an activity of an onboarding, by its id',
  },
  'apps/server/src/modules/payment-differences/announce.ts': {
    times: 1,
    because: 'the job behind a payment to review, by its id',
  },
  'apps/server/src/modules/payments/add-method.ts': {
    times: 4,
    because: 'the end of an effect of a practice; a method of the provider may have been added in another one',
  },
  'apps/server/src/modules/payments/commands/remove-at-provider.ts': {
    times: 2,
    because: 'the job that removes a payment method at the provider, by its id',
  },
  'apps/server/src/modules/payments/customer.ts': { times: 1, because: 'the end of an effect of a practice' },
  'apps/server/src/modules/search/documents.sql.ts': {
    times: 8,
    because: 'the job that makes the index of the lab’s search, of every practice; who searches it, its key decides',
  },
  'apps/server/src/modules/search/refresh.ts': { times: 1, because: 'the same job, to its last location' },
  'apps/server/src/modules/share-links/close-lost.ts': {
    times: 3,
    because:
      'links that their makers lose: of everyone and everywhere, whatever the person sees who takes the access away',
  },
  'apps/server/src/modules/share-links/commands.ts': {
    times: 2,
    because: 'whoever holds a share link’s token is shown its case, signed in or not',
  },
  'apps/server/src/modules/upkeep/sweep.ts': { times: 7, because: 'the job that removes what nobody needs any more' },
}
