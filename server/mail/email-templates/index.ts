export { addTemplates } from './add-templates.ts'
export { cleanEmailText } from './commands.ts'
export { prepareAccountEmail, prepareEmail, prepareTemplate, prepareTranslation } from './prepare.ts'
export { contentOf, findTemplate, kindOf, listOfSchool } from './queries.ts'
export {
  emptyFieldsOf,
  mergeText,
  type MergedText,
  type MergeValues,
  type PreparedText,
} from './rules/merge.ts'
export { listText } from './rules/value-text.ts'
export { valuesOfStudents } from './values.ts'
