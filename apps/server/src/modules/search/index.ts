export { refreshAll, refreshOrganization, refreshPerson } from './refresh.ts'
