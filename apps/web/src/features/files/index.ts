export { useCaseUploads } from './register-uploads.ts'
export { FileDrop } from './file-drop.tsx'
export {
  busyIn,
  photos,
  scans,
  stlScans,
  uploadedOf,
  UploadQueue,
  useQueuePart,
  useUploads,
  withoutArch,
  withoutNote,
  type LinkQuery,
  type Upload,
  type Uploaded,
} from './upload-queue.ts'
