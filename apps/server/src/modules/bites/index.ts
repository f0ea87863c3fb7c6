export { biteOfFiles, newestBite } from './newest-bite.sql.ts'
