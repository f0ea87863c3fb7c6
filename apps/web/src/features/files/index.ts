export { useCaseUploads } from './register-uploads.ts'
export { FileDrop } from './file-drop.tsx'
export { photos, scans, stlScans } from './upload-kinds.ts'
export {
  busyIn,
  uploadedOf,
  UploadQueue,
  useQueuePart,
  useUploads,
  withoutArch,
  withoutNote,
  type Upload,
  type Uploaded,
} from './upload-queue.ts'
