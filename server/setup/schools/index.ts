export { emailSettingsPart, replacePart, writePart } from './commands/replace-part.ts'
export { recordSchoolChange, schoolEntry } from './record.ts'
export {
  openSecret,
  placeOfSecret,
  providerSecrets,
  sealSecret,
  secretChanges,
  secretColumn,
  secretIssue,
} from './rules.ts'
export { getEmailSettings, findSchool, getSchool, lockSchool } from './queries/single.ts'
export { presentSchool } from './present.ts'
export { undoSchools } from './undo.ts'
export { addTemplates } from './commands/add-templates.ts'
