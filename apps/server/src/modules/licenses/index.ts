export { admitDevice, type DeviceSent } from './admit.ts'
