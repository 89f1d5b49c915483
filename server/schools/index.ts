export { emailSettingsPart, replacePart } from './commands/replace-part.ts'
export { getEmailSettings } from './email-settings.ts'
export { findSchool, getSchool, lockSchool } from './queries.ts'
export { undoSchoolFiles } from './undo-handler.ts'
