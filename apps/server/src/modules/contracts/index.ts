export { beginMonths } from './commands/resume.ts'
export { closeDue } from './commands/close-due.ts'
export { dayJob, runDay } from './commands/run-day.ts'
export { lastPaymentDay, paymentStatusSql } from './status.sql.ts'
