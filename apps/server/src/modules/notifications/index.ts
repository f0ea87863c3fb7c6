export { notify, notifyTogether, type Notice } from './notify.ts'
export { recipients, type People } from './recipients.ts'
