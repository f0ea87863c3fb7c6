export { newestBite } from './newest-bite.sql.ts'
