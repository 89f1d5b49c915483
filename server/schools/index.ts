export { emailSettingsPart, replacePart } from './commands/replace-part.ts'
export { getEmailSettings } from './email-settings.ts'
export { findSchool } from './queries.ts'
export { undoSchoolFiles } from './undo-handler.ts'
