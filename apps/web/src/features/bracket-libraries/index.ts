export { BracketLibraries } from './bracket-libraries.tsx'
