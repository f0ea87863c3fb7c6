export { EmailPart } from './email-part.tsx'
export { ProfileForm } from './profile-form.tsx'
